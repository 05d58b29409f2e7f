internal import StagecraftScreens
internal import StagecraftTestKit

/// An app with one stack of screens, visible or not, observed or not.
@MainActor
final class Desk {
  /// The surroundings of the stack.
  enum Surroundings {
    /// Nothing: it is not visible.
    case none
    /// A window.
    case window
    /// Two tabs, in a window.
    case tabs
  }

  let application = ScreenApplication()
  let stack: NavigationScreen<FakeView>
  private let recorders: [RecorderStage<FakeView>]
  private let window: ScreenWindow<FakeView>?
  private let observation: ObservationToken?
  private let next: BranchScreen

  /// - Parameters:
  ///   - surroundings: The surroundings of the stack.
  ///   - isRecorded: Whether the stage of the stack records its calls.
  ///   - isObserved: Whether an observer receives each event.
  ///   - depth: The number of screens on the stack.
  init(
    _ surroundings: Surroundings, isRecorded: Bool = true, isObserved: Bool = false, depth: Int = 1
  ) {
    var recorders: [RecorderStage<FakeView>] = []
    func stage() -> any ScreenStage<FakeView> {
      guard isRecorded else { return IdleStage() }
      recorders.append(RecorderStage())
      return recorders[recorders.count - 1]
    }
    let application = application
    stack = NavigationScreen(root: BranchScreen(in: application), stage: stage(), in: application)
    next = BranchScreen(in: application)
    let others = (1..<depth).map { _ in BranchScreen(in: application) }
    if depth > 1 { stack.setScreens([stack.rootScreen] + others) }
    switch surroundings {
    case .none: window = nil
    case .window: window = ScreenWindow(root: stack, stage: stage(), in: application)
    case .tabs:
      let tabs = TabScreen([stack, BranchScreen(in: application)], stage: stage(), in: application)
      window = ScreenWindow(root: tabs, stage: stage(), in: application)
    }
    window?.open()
    self.recorders = recorders
    let count = Counter()
    observation = isObserved ? application.observe { _ in count.value &+= 1 } : nil
  }

  /// Pushes the same screen and pops it again.
  func pushAndPop(_ times: Int) {
    for time in 0..<times {
      stack.push(next, animated: false)
      stack.pop(animated: false)
      // Recorded calls are not needed any more.
      if time & 255 == 0 { for recorder in recorders { recorder.clearCalls() } }
    }
  }

  /// Pushes a new screen each time, loads its view, and pops it again.
  func pushNewAndPop(_ times: Int) {
    for time in 0..<times {
      stack.push(BranchScreen(in: application), animated: false)
      stack.pop(animated: false)
      if time & 255 == 0 { for recorder in recorders { recorder.clearCalls() } }
    }
  }

  @MainActor
  private final class Counter {
    var value = 0
  }
}
