internal import Stagecraft

/// What the pages of the app share.
@MainActor
final class LibraryApp {
  let atlas: Atlas

  /// The one map of an app that has a single one.
  private(set) lazy var sharedMap = BranchMap(from: atlas)

  /// The maps of an app that lends them.
  let maps: ElasticPool<BranchMap>

  /// - Parameters:
  ///   - atlas: what maps are made from.
  ///   - idleMaps: how many maps the pool keeps that no page shows.
  ///   - warmMaps: how many maps are made before the first page is shown.
  init(atlas: Atlas, idleMaps: Int, warmMaps: Int = 0) {
    self.atlas = atlas
    var hooks = PoolHooks<BranchMap>()
    hooks.prepareForReuse = { map in map.prepareForReuse() }
    maps = ElasticPool(maximumIdle: idleMaps, hooks: hooks) { BranchMap(from: atlas) }
    maps.warmUp(to: warmMaps)
  }
}
