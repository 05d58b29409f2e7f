internal import StagecraftMemory
internal import StagecraftScreens
internal import StagecraftTestKit

/// A thousand screens: ten tabs, each with a stack of a hundred; all their views are loaded.
@MainActor
final class Crowd {
  nonisolated static let count = 1_000

  let application = ScreenApplication()
  private let tabs: TabScreen<FakeView>
  private let window: ScreenWindow<FakeView>
  private let screens: [ScreenID: AnyScreen]

  init() {
    let application = application
    // All views have just been loaded.
    application.recentPeriod = .zero
    let stacks = (0..<10).map { _ in
      let stack = NavigationScreen(
        root: BranchScreen(in: application), stage: IdleStage(), in: application)
      stack.setScreens((0..<Self.count / 10).map { _ in BranchScreen(in: application) })
      return stack
    }
    tabs = TabScreen(stacks, stage: IdleStage(), in: application)
    window = ScreenWindow(root: tabs, stage: IdleStage(), in: application)
    window.open()
    let all = application.liveScreens
    for screen in all { screen.loadViewIfNeeded() }
    screens = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  }

  /// Selects the one of the thousand screens to unload when little memory is missing, unloads it,
  /// and loads it again.
  func planAndUnloadOne() throws {
    let report = application.unloadHiddenViews(at: .high, target: 1)
    guard report.unloadedViews == 1, let gone = report.entries.first?.screen else {
      throw Surprise(text: "\(report.unloadedViews) views were unloaded, not one")
    }
    screens[gone]?.loadViewIfNeeded()
  }

  /// Sends all of them a memory warning, without unloading a view.
  func warn() {
    application.receiveMemoryWarning()
  }

  /// Unloads all hidden views, and loads them again.
  ///
  /// - Returns: The number of unloaded views.
  func unloadAndLoadAll() -> Int {
    let report = application.unloadHiddenViews(at: .critical)
    for screen in screens.values { screen.loadViewIfNeeded() }
    return report.unloadedViews
  }

  /// A failure that makes the figures worthless.
  struct Surprise: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }
}
