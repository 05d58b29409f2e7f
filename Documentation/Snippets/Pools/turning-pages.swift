// Pages of the library's branches, each with a map from one pool.
// snippet.hide
import StagecraftPools

@MainActor final class BranchMap {
  var hasFailed = false
  private var branch: String?
  func show(_ branch: String) {
    self.branch = branch
    print("A map of \(branch) is drawn.")
  }
  func clear() { branch = nil }
}

@MainActor final class BranchSite {
  var onProcessEnd: (() -> Void)?
}

struct Renderer {
  func countPages(of book: String) -> Int { book.count }
}

// snippet.show
@MainActor final class BranchPage {
  static let maps = LocalPool(maximumIdle: 4) { BranchMap() }

  private var map: LocalOwnedLease<BranchMap>?

  func loadView(of branch: String) {
    let map = Self.maps.ownedLease(preferring: branch)
    if !map.isPreferred { map.element.show(branch) }
    self.map = map
  }
}
// snippet.hide

@MainActor func turnPages() {
  // snippet.show
  BranchPage.maps.warmUp(to: 2)
  for branch in ["Harbour", "Market", "Harbour"] {
    BranchPage().loadView(of: branch)
  }
  let maps = BranchPage.maps.snapshot
  print("Created: \(maps.created). Idle: \(maps.idle).")
  // snippet.hide
}

@MainActor func setUp() {
  // snippet.show
  let hooks = LocalPoolHooks<BranchMap>(
    onReturn: { map in map.hasFailed ? .discard : .reuse },
    prepareForReuse: { map in map.clear() })
  // snippet.hide

  // snippet.show
  var configuration = PoolConfiguration()
  configuration.name = "branch maps"
  configuration.expiration.idleTimeout = .seconds(60)
  // snippet.hide

  let maps = LocalPool(configuration: configuration, hooks: hooks) { BranchMap() }
  // snippet.show
  let map = maps.lease()
  map.element.show("Harbour branch")
  // The map goes back at the end of the scope, however that is left.
  // snippet.hide
}

@MainActor func watch(_ page: BranchSite, of pages: LocalPool<BranchSite>) {
  // snippet.show
  page.onProcessEnd = { [weak page] in if let page { pages.discard(idle: page) } }
  // snippet.hide
}

func count(pagesOf book: String) {
  let renderers = LocalPool { Renderer() }
  // snippet.show
  let pages = renderers.withElement { renderer in renderer.countPages(of: book) }
  // snippet.hide
  print("\(pages) pages.")
}

turnPages()
setUp()
count(pagesOf: "Moby-Dick")
