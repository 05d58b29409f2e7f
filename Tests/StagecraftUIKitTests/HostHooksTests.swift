import StagecraftScreens
import Testing

/// The calls from a host to a toolkit's controller, which retains the view too.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct HostHooksTests {
  private final class Panel {}

  private final class BranchScreen: Screen<Panel> {
    var log: [String] = []
    override func loadView() -> Panel { Panel() }
    override func viewWillUnload() { log.append("viewWillUnload") }
    override func viewDidUnload() { log.append("viewDidUnload") }
  }

  private let screen = BranchScreen(in: ScreenApplication())

  @Test func theControllerReleasesTheViewBeforeItIsUnloaded() throws {
    let host = ScreenHost(screen)
    host.loadView()
    var kept: Panel? = screen.view
    weak let seen = kept
    host.onViewWillUnload = { [screen] in
      screen.log.append("onViewWillUnload")
      kept = nil
    }
    try screen.unloadView()
    #expect(screen.log == ["viewWillUnload", "onViewWillUnload", "viewDidUnload"])
    #expect(kept == nil)
    #expect(seen == nil)
    #expect(!screen.isViewLoaded)
  }

  /// Some containers do not forward appearance callbacks.
  @Test func aViewInAWindowIsNotUnloaded() {
    let host = ScreenHost(screen)
    host.loadView()
    host.isShowingView = { true }
    #expect(throws: AnyScreen.UnloadRefusal.self) { try screen.unloadView() }
    screen.application.warningPolicy = .classic
    screen.application.receiveMemoryWarning()
    #expect(screen.isViewLoaded)
    host.isShowingView = { false }
    screen.application.receiveMemoryWarning()
    #expect(!screen.isViewLoaded)
  }

  /// A hidden container of the toolkit would not request the view again.
  @Test func aViewInAContainerIsKeptWithoutItsHeavyResources() throws {
    let host = ScreenHost(screen)
    host.loadView()
    let map = HeavyResource(of: screen, "map", make: { (_: BranchScreen) in Panel() })
    map.makeIfNeeded()
    host.isKeepingView = { true }
    let error = #expect(throws: AnyScreen.UnloadRefusal.self) { try screen.unloadView() }
    #expect(error?.reason == .isKeptByToolkit)
    screen.application.warningPolicy = .classic
    screen.application.receiveMemoryWarning()
    #expect(screen.isViewLoaded)
    #expect(!map.isMade)
    host.isKeepingView = { false }
    try screen.unloadView()
    #expect(!screen.isViewLoaded)
  }

  @Test func onlyChangesOfTheTitleAreReported() {
    let host = ScreenHost(screen)
    var titles: [String] = []
    host.onTitleChange = { titles.append($0) }
    screen.title = "Harbour"
    screen.title = "Harbour"
    screen.title = "Gardens"
    #expect(titles == ["Harbour", "Gardens"])
  }
}
