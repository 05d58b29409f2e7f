public import StagecraftCaches

/// A type of the app, named like its module.
public enum Caches {
  /// One of ours, reached by the name of our module.
  public typealias Covers = StagecraftCaches.PurgeableCache<Int, [UInt8]>
}
