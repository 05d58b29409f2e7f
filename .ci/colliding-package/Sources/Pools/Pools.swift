public import StagecraftPools

/// A type of the app, named like its module.
public enum Pools {
  /// One of ours, reached by the name of our module.
  public typealias Books = StagecraftPools.BoundedPool<Int>
}
