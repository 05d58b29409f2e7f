// Maps that any thread can use, and a page that keeps one.
// snippet.hide
import StagecraftPools

final class BranchMap {
  func show(_ branch: String) { print("A map shows \(branch).") }
}

func draw() {
  // snippet.show
  let maps = ElasticPool(maximumIdle: 4) { BranchMap() }

  maps.withElement { map in
    map.show("Central")
  }
  // snippet.hide
  _ = BranchPage(maps: maps)
  inTheTextbooksWay(maps)
}

// snippet.show
final class BranchPage {
  private let map: OwnedLease<BranchMap>

  init(maps: ElasticPool<BranchMap, Never>) {
    map = maps.ownedLease()
    map.element.show("Central")
  }
}
// snippet.hide

func inTheTextbooksWay(_ maps: ElasticPool<BranchMap, Never>) {
  // snippet.show
  let map = maps.acquire()
  map.show("Central")
  maps.release(map)
  // snippet.hide
}

draw()
