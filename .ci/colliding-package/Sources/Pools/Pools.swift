public import StagecraftPools

public enum Pools {
  public typealias Books = StagecraftPools.BoundedPool<Int>
}
