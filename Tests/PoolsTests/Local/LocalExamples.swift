import StagecraftPools
import Testing

// The examples of the documentation, verbatim, with the code that they need; and elements that
// belong to the main actor, as views do.
@Suite("The examples for local pools") @MainActor
struct LocalExamples {
  @MainActor final class BranchMap {
    var hasFailed = false
    private(set) var branch: String?
    func show(_ branch: String) { self.branch = branch }
    func clear() { branch = nil }
  }

  @MainActor final class BranchPage {
    static let maps = LocalPool(maximumIdle: 4) { BranchMap() }

    private var map: LocalOwnedLease<BranchMap>?

    func loadView(of branch: String) {
      let map = Self.maps.ownedLease(preferring: branch)
      if !map.isPreferred { map.element.show(branch) }
      self.map = map
    }
  }

  @Test("a page that is shown again finds its map as it was")
  func pages() {
    for branch in ["Harbour", "Market", "Harbour"] {
      BranchPage().loadView(of: branch)
    }
    #expect(BranchPage.maps.snapshot.created == 1)
    #expect(BranchPage.maps.snapshot.idle == 1)
  }

  struct Renderer {
    var pagesCounted = 0
    mutating func countPages(of book: String) -> Int {
      pagesCounted += book.count
      return book.count
    }
  }

  @Test("the hooks, a plain lease, a closure")
  func verbs() {
    let hooks = LocalPoolHooks<BranchMap>(
      onReturn: { map in map.hasFailed ? .discard : .reuse },
      prepareForReuse: { map in map.clear() })
    var configuration = PoolConfiguration()
    configuration.name = "branch maps"
    configuration.expiration.idleTimeout = .seconds(60)
    let maps = LocalPool(configuration: configuration, hooks: hooks) { BranchMap() }

    do {
      let map = maps.lease()
      map.element.show("Harbour branch")
      // The map is returned at the end of the scope, on every path.
    }
    #expect(maps.snapshot.name == "branch maps")
    #expect(maps.snapshot.idle == 1)

    let renderers = LocalPool { Renderer() }
    let book = "Moby-Dick"
    let pages = renderers.withElement { renderer in renderer.countPages(of: book) }
    #expect(pages == 9)
  }
}
