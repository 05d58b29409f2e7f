import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Trees that are released during a step.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HostedContainerLifetimeTests {
  final class Page: Screen<FakeView> {
    private let life: Tracked

    init(_ tracker: LifetimeTracker, in application: ScreenApplication) {
      life = tracker.make()
      super.init(in: application)
    }

    override func loadView() -> FakeView { FakeView() }
  }

  /// The moment at which it is released.
  enum Moment: CaseIterable {
    case new, onTheWayIn, visible, pushing, waiting, onTheWayOut, gone
  }

  @Test(arguments: Moment.allCases)
  func endsAtAnyMoment(_ moment: Moment) throws {
    try withLifetimeTracking { tracker in
      let application = ScreenApplication()
      let context = TransitionContext(.host)
      let stage = RecorderStage(.byHand)
      let stack = NavigationScreen(
        root: Page(tracker, in: application), stage: stage, in: application)
      let host = ScreenHost(stack)
      guard moment != .new else { return }
      host.willAppear(context)
      guard moment != .onTheWayIn else { return }
      host.didAppear(context)
      guard moment != .visible else { return }
      stack.push(Page(tracker, in: application))
      guard moment != .pushing else { return }
      stack.push(Page(tracker, in: application))
      guard moment != .waiting else { return }
      host.willDisappear(context)
      guard moment != .onTheWayOut else { return }
      host.didDisappear(context)
      #expect(stack.screens.count == 3)
    }
  }
}
