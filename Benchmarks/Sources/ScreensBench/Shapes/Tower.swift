internal import Harness
internal import StagecraftMemory
internal import StagecraftScreens
internal import StagecraftTestKit

/// A visible stack with many screens on its root, all of which keep their views.
@MainActor
final class Tower {
  private let application = ScreenApplication()
  private let count: Int
  private let screens: [BranchScreen]
  private let stack: NavigationScreen<FakeView>
  private let window: ScreenWindow<FakeView>

  init(count: Int) {
    self.count = count
    let application = application
    // All views have just been loaded.
    application.recentPeriod = .zero
    screens = (0..<count).map { _ in BranchScreen(in: application) }
    stack = NavigationScreen(
      root: BranchScreen(in: application), stage: IdleStage(), in: application)
    window = ScreenWindow(root: stack, stage: IdleStage(), in: application)
    window.open()
    for screen in screens { screen.loadViewIfNeeded() }
  }

  /// Pushes all screens, one after the other, until about so many have been pushed.
  ///
  /// Removing them is not measured.
  func push(_ operations: Int) -> Sample {
    sample(operations) {
      let stopwatch = Stopwatch()
      pushAll()
      let time = stopwatch.time
      stack.popToRoot(animated: false)
      return time
    }
  }

  /// Unloads the views of all screens except the top, until about so many have been unloaded.
  ///
  /// Loading them again is not measured.
  func unload(_ operations: Int) throws -> Sample {
    if stack.screens.count == 1 { pushAll() }
    return try sample(operations) {
      let stopwatch = Stopwatch()
      let report = application.unloadHiddenViews(at: .critical)
      let time = stopwatch.time
      guard report.unloadedViews == count else {
        throw Crowd.Surprise(text: "\(report.unloadedViews) views were unloaded, not \(count)")
      }
      for screen in stack.screens { screen.loadViewIfNeeded() }
      return time
    }
  }

  private func pushAll() {
    for screen in screens { stack.push(screen, animated: false) }
  }

  private func sample(_ operations: Int, _ round: () throws -> TimeTaken) rethrows -> Sample {
    let rounds = max(operations / count, 1)
    var time = TimeTaken.zero
    for _ in 0..<rounds { time += try round() }
    return Sample(operations: rounds * count, time: time)
  }
}
