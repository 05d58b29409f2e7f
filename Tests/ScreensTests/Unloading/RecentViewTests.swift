import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// While memory is short, a user who goes back and forth does not wait for the same views.
@MainActor
@Suite("A view that was in use a moment ago", .timeLimit(.minutes(3)))
struct RecentViewTests {
  let library = Library(6)
  var application: ScreenApplication { library.application }

  init() { library.shelf.isNextLikely = false }

  private func unload(at level: PressureLevel) -> ScreenUnloadReport {
    application.unloadHiddenViews(at: level)
  }

  @Test("stays below critical pressure, with a reason of its own")
  func staysForSomeSeconds() {
    library.shelf.select(3)
    library.clock.advance(by: .milliseconds(4_999))
    let log = EventLog(application)
    let report = unload(at: .high)
    #expect(library.loaded == [0, 3])
    #expect(report.reason("page 0") == .isRecent)
    #expect(log.refusals.map(\.0) == ["page 0"])
    #expect(log.refusals.map(\.1) == [.isRecent])
    #expect("\(report)".hasSuffix("The view of page 0 was kept: it was in use a moment ago."))
    library.clock.advance(by: .milliseconds(1))
    #expect(unload(at: .high).unloaded == ["page 0"])
  }

  @Test("is unloaded at critical pressure")
  func goesAtCriticalPressure() {
    library.shelf.select(3)
    #expect(unload(at: .critical).unloaded.contains("page 0"))
    #expect(library.loaded == [3])
  }

  @Test("may have been created just now without having been visible")
  func justMade() throws {
    try library.pages[5].unloadView()
    library.pages[5].loadViewIfNeeded()
    #expect(unload(at: .high).reason("page 5") == .isRecent)
    library.clock.advance(by: .seconds(5.1))
    #expect(unload(at: .high).unloaded == ["page 5"])
  }

  @Test("keeps its containers too")
  func containers() {
    library.shelf.disappear()
    library.clock.advance(by: .seconds(1))
    let report = unload(at: .high)
    #expect(report.reason("page 0") == .isRecent && report.reason("shelf") == .isRecent)
    #expect(library.shelf.isViewLoaded)
  }

  @Test("keeps its heavy resources below high pressure")
  func resources() {
    let map = HeavyResource(of: library.pages[0], "map", bytes: 5, make: { _ in Pane() })
    map.makeIfNeeded()
    library.shelf.select(3)
    let report = unload(at: .elevated)
    #expect(report.entries.map(\.outcome) == [.kept(.isRecent)])
    #expect(unload(at: .high).dropped == ["page 0.map"])
  }

  @Test("is not spared if the period is zero")
  func noPeriod() {
    application.recentPeriod = .zero
    library.shelf.select(3)
    #expect(unload(at: .high).unloaded.contains("page 0"))
    #expect(library.loaded == [3])
  }

  @Test("can be unloaded by hand")
  func byHand() {
    library.shelf.select(3)
    #expect(library.pages[0].refusalByHand() == nil)
  }

  /// With neither rule, each switch would create a view: 200 in all.
  @Test("is not created again and again while the user switches between two tabs")
  func noFlapping() {
    var loads = 0
    let tabs = (0..<2).map { TextScreen("tab \($0)", in: application) }
    for tab in tabs { tab.onLoad = { _ in loads += 1 } }
    let (container, window) = open(tabs)
    for step in 1...200 {
      container.select(step % 2)
      library.clock.advance(by: .seconds(10))
      _ = unload(at: .high)
    }
    #expect(loads == 2)
    withExtendedLifetime(window) {}
  }

  @Test("is that of the last tab, and the others are unloaded")
  func lastTab() {
    let tabs = (0..<4).map { TextScreen("tab \($0)", in: application) }
    let (container, window) = open(tabs)
    for index in [1, 2, 3, 0] {
      container.select(index)
      library.clock.advance(by: .seconds(10))
    }
    #expect(tabs.map { container.isNeighbour($0) } == [false, false, false, true])
    let report = unload(at: .high)
    #expect(report.reason("tab 3") == .isNeighbour)
    #expect(tabs.map(\.isViewLoaded) == [true, false, false, true])

    // A tab that is selected again does not become its own neighbour, nor a removed one another's.
    container.select(0)
    #expect(container.isNeighbour(tabs[3]))
    container.remove(tabs[0])
    #expect(container.selectedScreen === tabs[1])
    #expect(!container.screens.contains { container.isNeighbour($0) })
    container.select(tabs[2])
    #expect(tabs.map { container.isNeighbour($0) } == [false, true, false, false])
    withExtendedLifetime(window) {}
  }

  private func open(
    _ tabs: [TextScreen]
  ) -> (TabScreen<Pane>, ScreenWindow<Pane>) {
    let container = TabScreen(tabs, stage: PaneStage(), in: application)
    let window = ScreenWindow(root: container, stage: PaneStage(), in: application)
    window.open()
    return (container, window)
  }
}

/// A stage that shows nothing.
private final class PaneStage: ScreenStage {
  func makeView() -> Pane { Pane() }
  func arrange(_ scene: ScreenStageScene<Pane>) {}
  func begin(_ transition: ScreenStageTransition<Pane>) { transition.animationDidEnd() }
}
