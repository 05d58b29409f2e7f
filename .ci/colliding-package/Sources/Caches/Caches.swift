public import StagecraftCaches

public enum Caches {
  public typealias Covers = StagecraftCaches.PurgeableCache<Int, [UInt8]>
}
