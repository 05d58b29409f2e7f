import StagecraftTestKit
import Synchronization
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("A view that outlives its unloading", .timeLimit(.minutes(3)))
struct LeakProbeTests {
  let clock = ManualClock()
  let application: ScreenApplication

  init() { application = ScreenApplication(clock: clock) }

  /// The leaks reported one second after another turn of the main actor.
  private func leaks(
    _ body: () throws -> Void, meanwhile: () -> Void = {}
  ) async throws -> [ScreenViewLeak] {
    let log = EventLog(application)
    try body()
    await mainActorTurn()
    await mainActorTurn()
    guard log.leaks.isEmpty, application.unloader.isLookingForLeaks else { return log.leaks }
    try await clock.nextSleep()
    meanwhile()
    clock.advance(by: Unloader.leakCheckDelay)
    while application.unloader.isLookingForLeaks { await mainActorTurn() }
    return log.leaks
  }

  private func mainActorTurn() async { await Task { @MainActor in }.value }

  /// For example a task that continues one turn later, or an animation that fades the view out.
  @Test("is not reported if it is released within a second")
  func releasedInTime() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    let reported = try await leaks {
      try page.unloadView()
    } meanwhile: {
      page.cachedMap = nil
    }
    #expect(reported.isEmpty)
  }

  @Test("is reported if loadView() returns it again")
  func returnedAgain() throws {
    final class Saving: Screen<Pane> {
      let pane = Pane()
      var makesNew = false
      override func loadView() -> Pane { makesNew ? Pane() : pane }
    }
    let page = Saving(in: application)
    var count = 0
    let observation = application.observe { if $0.kind == .reusedView { count += 1 } }
    page.loadViewIfNeeded()
    try page.unloadView()
    page.loadViewIfNeeded()
    #expect(count == 1)
    page.makesNew = true
    try page.unloadView()
    page.loadViewIfNeeded()
    #expect(count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test("is reported without a search if the search is off")
  func withoutSearch() async throws {
    application.searchesForHolders = false
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.holders) == [[]])
    #expect(leaks.map(\.isSearchComplete) == [false])
  }

  @Test("is not reported if it is released")
  func noLeak() async throws {
    let page = HoarderScreen("page", in: application)
    page.loadViewIfNeeded()
    #expect(try await leaks { try page.unloadView() }.isEmpty)
  }

  @Test("is not reported if it was retained only temporarily")
  func retainedForATurn() async throws {
    let page = HoarderScreen("page", in: application)
    let reported = try await leaks {
      let view = page.view
      try page.unloadView()
      view.text = "still retained"
    }
    #expect(reported.isEmpty)
  }

  @Test("is not reported if the screen releases it in viewDidUnload")
  func releasedInViewDidUnload() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    page.onDidUnload = { page in (page as? HoarderScreen)?.cachedMap = nil }
    #expect(try await leaks { try page.unloadView() }.isEmpty)
  }

  @Test("can be reported by an adapter, for a screen that may be gone")
  func reportedByAnAdapter() {
    let log = EventLog(application)
    let screen = TextScreen("branch", in: application)
    let leak = ScreenViewLeak(viewType: "GtkBox", holders: ["a stage"])
    application.report(leak: leak, of: screen.id, named: "branch")
    #expect(log.leaks == [leak])
    #expect(log.events.first?.screen == screen.id && log.events.first?.name == "branch")
    #expect("\(leak)" == "GtkBox was unloaded but is retained by a stage.")
  }

  #if DEBUG
  // MARK: The search, which only debug builds have

  private func holders(_ screen: HoarderScreen) async throws -> [String] {
    let leaks = try await leaks { try screen.unloadView() }
    #expect(leaks.count == 1)
    #expect(leaks.first?.viewType == "Pane")
    #expect(leaks.first?.isSearchComplete == true)
    return leaks.first?.holders ?? []
  }

  @Test("is retained by a property of its screen")
  func property() async throws {
    let page = HoarderScreen("BranchScreen", in: application)
    page.cachedMap = page.view
    #expect(try await holders(page) == ["BranchScreen.cachedMap"])
  }

  @Test("is retained by a property of another screen, or of a superclass")
  func anotherScreen() async throws {
    let page = HoarderScreen("BranchScreen", in: application)
    let other = DerivedHoarder("OrdersScreen", in: application)
    other.cachedMap = page.view
    #expect(try await holders(page) == ["OrdersScreen.cachedMap"])
  }

  @Test("is retained in arrays, dictionaries, sets, structs, enums and tuples")
  func structures() async throws {
    let page = HoarderScreen("OrdersScreen", in: application)
    let view = page.view
    page.rows = [Row(), Row(), Row(), Row(view: view)]
    page.maps = ["north": view, "south": Pane()]
    page.pair = (1, view)
    page.choice = .one(view)
    page.nested = [[nil], [nil, view]]
    page.anything = view
    page.everything = [Row(view: view)]
    page.lazyMap = view
    let found = try await holders(page)
    #expect(
      found == [
        "OrdersScreen.rows[3].view", "OrdersScreen.maps[\"north\"]", "OrdersScreen.pair.1",
        "OrdersScreen.choice.one", "OrdersScreen.nested[1][1]", "OrdersScreen.anything",
        "OrdersScreen.everything[0].view", "OrdersScreen.lazyMap",
      ])
    _ = view
  }

  @Test("is not retained by a weak property, nor by one that retains a part of it")
  func weakProperties() async throws {
    let page = HoarderScreen("page", in: application)
    page.view.shown = Pane()
    page.weakMap = page.view
    page.rows = [Row(weakView: page.view), Row(view: page.view.shown)]
    page.cachedMap = page.view.shown
    let view = page.view
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.holders) == [[]])
    #expect("\(leaks[0])".contains("check closures, globals, other objects, and the toolkit"))
    _ = view.text
  }

  @Test("is not searched for behind an unowned property, whose object may have been released")
  func unownedProperties() async throws {
    final class Unowning: HoarderScreen {
      unowned let coordinator: Pane
      unowned(unsafe) let other: Pane
      unowned let itself: Pane
      let word = Atomic<Int>(7)
      let boxes: [UnownedBox]
      var kept: Pane?

      init(_ pane: Pane, in application: ScreenApplication) {
        coordinator = pane
        other = pane
        itself = pane
        boxes = [UnownedBox(pane: pane)]
        super.init("page", in: application)
      }
    }
    let page = Unowning(Pane(), in: application)
    page.kept = page.view
    #expect(try await holders(page) == ["page.kept"])
  }

  @Test("is retained by a value that its screen keeps until the next view exists")
  func keptState() async throws {
    final class Keeping: TextScreen {
      override func saveState(into state: inout ScreenStateWriter) {
        state.keep(view, for: ScreenTransientKey<Pane>("old"))
      }
    }
    let page = Keeping("page", in: application)
    page.loadViewIfNeeded()
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.holders) == [["page.savedState[\"old\"]"]])
  }

  @Test("is reported together with others, after one search")
  func several() async throws {
    let pages = (0..<3).map { HoarderScreen("page \($0)", in: application) }
    for page in pages { pages[0].maps[page.label] = page.view }
    let leaks = try await leaks { application.unloadHiddenViews() }
    #expect(leaks.map(\.holders) == (0..<3).map { ["page 0.maps[\"page \($0)\"]"] })
  }

  @Test("is not searched for without a limit")
  func largeProperties() async throws {
    let page = HoarderScreen("page", in: application)
    page.rows = Array(repeating: Row(), count: 100_000)
    page.last = page.view
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.holders) == [[]])
    #expect(leaks.map(\.isSearchComplete) == [false])
  }

  @Test("is first searched for in its own screen, if there are too many screens to search")
  func manyScreens() async throws {
    let pages = (0..<400).map { HoarderScreen("page \($0)", in: application) }
    pages[399].cachedMap = pages[399].view
    let leaks = try await leaks { try pages[399].unloadView() }
    #expect(leaks.map(\.holders) == [["page 399.cachedMap"]])
    #expect(leaks.map(\.isSearchComplete) == [false])
  }

  // MARK: Parts of a view

  /// The classic mistake: an outlet that keeps a label of the old view.
  @Test("may be a part of the view that a plain property retains, while the view is gone")
  func outlet() async throws {
    let page = FormScreen("BranchScreen", in: application)
    page.loadViewIfNeeded()
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.viewType) == ["Tile", "Tile"])
    #expect(leaks.map(\.holders) == [["BranchScreen.rows[1]"], ["BranchScreen.caption"]])
    #expect(leaks.allSatisfy { $0.isPart && $0.isSearchComplete })
    #expect(
      leaks.last?.description
        == "Tile, a part of an unloaded view, is retained by BranchScreen.caption.")
  }

  @Test("is reported with its parts")
  func viewAndOutlet() async throws {
    let page = FormScreen("BranchScreen", in: application)
    page.all = page.view
    page.rows = []
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.isPart) == [false, true])
    #expect(leaks.map(\.holders) == [["BranchScreen.all"], ["BranchScreen.caption"]])
  }

  @Test("is no leak if the outlet shows the next view within a second")
  func outletReplaced() async throws {
    let page = FormScreen("BranchScreen", in: application)
    page.loadViewIfNeeded()
    let leaks = try await leaks {
      try page.unloadView()
    } meanwhile: {
      page.loadViewIfNeeded()
    }
    #expect(leaks.isEmpty)
  }

  @Test("is no leak if a pool retains a part of it")
  func partsInAPool() async throws {
    let page = FormScreen("BranchScreen", in: application)
    let part = Tile()
    page.view.tiles = [part]
    (page.caption, page.rows) = (nil, [])
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.isEmpty)
    withExtendedLifetime(part) {}
  }

  @Test("is asked for its parts only if they would be searched for")
  func askedOnlyWhenNeeded() throws {
    var asked = 0
    func unload() throws {
      let page = FormScreen("BranchScreen", in: application)
      page.view.onAsked = { asked += 1 }
      try page.unloadView()
    }
    try unload()
    #expect(asked == 0)
    let log = EventLog(application)
    try unload()
    #expect(asked == 1)
    application.searchesForHolders = false
    try unload()
    #expect(asked == 1)
    #expect(log.leaks.isEmpty)
  }

  @Test("may contain itself, or more parts than are checked")
  func manyParts() async throws {
    let page = FormScreen("BranchScreen", in: application)
    let view = page.view
    let last = Tile()
    view.tiles += (0..<LeakProbe.mostParts).map { _ in Tile() } + [last]
    view.tiles.insert(view, at: 0)
    page.rows = [last]
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.map(\.isPart) == [false], "The inner parts come last, and are too many.")
    view.tiles = []
  }

  @Test("is not searched for in numbers")
  func plainProperties() async throws {
    let page = HoarderScreen("page", in: application)
    page.numbers = Array(0..<1_000_000)
    page.last = page.view
    #expect(try await holders(page) == ["page.last"])
  }
  #else
  @Test("is reported without holders in a release build")
  func withoutHolders() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks.count == 1)
    #expect(leaks.first?.holders == [] && leaks.first?.isSearchComplete == false)
  }
  #endif

  @Test("is not searched for without an observer, and retains nothing")
  func withoutAnObserver() async throws {
    var page: HoarderScreen? = HoarderScreen("page", in: application)
    let view = page?.view
    weak let gone = page
    try page?.unloadView()
    page = nil
    await Task { @MainActor in }.value
    #expect(gone == nil)
    #expect(view?.text == "initial")
  }

  @Test("may belong to a released application")
  func applicationReleased() async throws {
    var application: ScreenApplication? = ScreenApplication(clock: ManualClock())
    var page: HoarderScreen? = HoarderScreen("page", in: application!)
    let view = page?.view
    weak let gone = application
    try page?.unloadView()
    page = nil
    application = nil
    #expect(gone == nil)
    await Task { @MainActor in }.value
    #expect(view?.text == "initial")
  }
}

/// A view with other views in it.
private final class Tile: ScreenViewTree {
  var tiles: [Tile] = []
  var onAsked: () -> Void = {}

  var subviewsForLeakCheck: [AnyObject] {
    onAsked()
    return tiles
  }
}

/// A screen with outlets that it does not reset.
private final class FormScreen: Screen<Tile> {
  var caption: Tile?
  var rows: [Tile] = []
  var all: Tile?
  @ViewBound var bound: Tile
  weak var header: Tile?
  private let label: String

  init(_ label: String, in application: ScreenApplication) {
    self.label = label
    super.init(in: application)
  }

  override var name: String { label }
  override func loadView() -> Tile { Tile() }

  override func viewDidLoad() {
    let (header, first, second) = (Tile(), Tile(), Tile())
    header.tiles = [first, second, Tile()]
    view.tiles = [header, Tile()]
    (caption, self.header, bound) = (first, header, second)
    // Another tile of the view, and one that was never in it.
    rows = [Tile(), view.tiles[1]]
  }
}

private struct UnownedBox {
  unowned let pane: Pane
}

private struct Row {
  var number = 7
  var view: Pane?
  weak var weakView: Pane?
}

private enum Choice {
  case none
  case one(Pane)
  case other(OnDeinit)
}

/// A screen that retains its view.
private class HoarderScreen: TextScreen {
  var cachedMap: Pane?
  weak var weakMap: Pane?
  var rows: [Row] = []
  var maps: [String: Pane] = [:]
  var pair: (Int, Pane?) = (0, nil)
  var choice = Choice.none
  var nested: [[Pane?]] = []
  var anything: Any = 0
  var everything: [Any] = []
  lazy var lazyMap: Pane? = nil
  var numbers: [Int] = []
  var last: Pane?
}

private final class DerivedHoarder: HoarderScreen {
  var other = 0
}
