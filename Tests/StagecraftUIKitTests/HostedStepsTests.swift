import StagecraftScreens
import Testing

@testable import StagecraftUIKit

/// The orders in which UIKit calls one controller, and the steps that its screen receives.
@Suite(.timeLimit(.minutes(3)))
struct HostedStepsTests {
  enum Step: Hashable, Sendable {
    case willAppear
    case didAppear
    case willDisappear
    case didDisappear
  }

  /// The steps that a screen receives: the reason of the first context, and how each step is to
  /// end.
  func outcomes(_ steps: [Step], because reason: TransitionContext.Reason)
    -> [TransitionContext.Outcome]
  {
    var hosted = HostedSteps()
    return steps.enumerated().map { number, step in
      // UIKit gives no reason for the steps of a cancelled transition.
      let fresh = TransitionContext(number == 0 ? reason : .host)
      let context =
        switch step {
        case .willAppear: hosted.will(isAppearing: true, fresh)
        case .didAppear: hosted.did(isAppearing: true, fresh)
        case .willDisappear: hosted.will(isAppearing: false, fresh)
        case .didDisappear: hosted.did(isAppearing: false, fresh)
        }
      #expect(context.reason == reason)
      return context.outcome
    }
  }

  @Test(arguments: [
    // Pushed, presented, selected, turned to.
    ([Step.willAppear, .didAppear], [TransitionContext.Outcome.open, .completed]),
    // Popped, dismissed, covered.
    ([.willDisappear, .didDisappear], [.open, .completed]),
    // The top of an interactive pop that is cancelled, and a sheet that is pulled and released.
    ([.willDisappear, .willAppear, .didAppear], [.open, .cancelled, .cancelled]),
    // The screen below that top.
    ([.willAppear, .willDisappear, .didDisappear], [.open, .cancelled, .cancelled]),
  ])
  func theStepsOfATransitionHaveItsOutcome(
    steps: [Step], outcomes expected: [TransitionContext.Outcome]
  ) {
    #expect(outcomes(steps, because: .pop) == expected)
  }

  @Test func aStepAfterACancelledTransitionBeginsAnother() {
    var hosted = HostedSteps()
    _ = hosted.will(isAppearing: false, TransitionContext(.pop))
    _ = hosted.will(isAppearing: true, TransitionContext(.host))
    _ = hosted.did(isAppearing: true, TransitionContext(.host))
    let context = hosted.will(isAppearing: false, TransitionContext(.push))
    #expect(context.reason == .push)
    #expect(context.outcome == .open)
  }

  /// The gesture moves back and forth before the transition ends.
  @Test func aThirdReversalDoesNotEndTheFirstTransition() {
    var hosted = HostedSteps()
    _ = hosted.will(isAppearing: true, TransitionContext(.page))
    #expect(hosted.will(isAppearing: false, TransitionContext(.host)).outcome == .cancelled)
    let third = hosted.will(isAppearing: true, TransitionContext(.page))
    #expect(third.outcome == .open)
    #expect(hosted.did(isAppearing: true, TransitionContext(.host)).outcome == .completed)
  }

  @Test func aScreenThatWasEnteringIsLeavingAfterTheCancellation() {
    var hosted = HostedSteps()
    _ = hosted.will(isAppearing: true, TransitionContext(.push, isEntering: true))
    let back = hosted.will(isAppearing: false, TransitionContext(.host))
    #expect(!back.isEntering && back.isLeaving)
  }

  /// UIKit reports in between that the view has its geometry.
  @Test func theContextWhileAppearingIsThatOfTheBeginning() {
    var hosted = HostedSteps()
    _ = hosted.will(isAppearing: true, TransitionContext(.push, isEntering: true))
    let during = hosted.during(isAppearing: true, TransitionContext(.host))
    #expect(during.reason == .push && during.isEntering)
    #expect(during.outcome == .open)
    #expect(hosted.did(isAppearing: true, TransitionContext(.host)).reason == .push)
    // The end has been reported: no step is in progress.
    #expect(hosted.during(isAppearing: true, TransitionContext(.host)).reason == .host)
  }

  @Test func aScreenThatReturnsAppearsInTheCancelledTransition() {
    var hosted = HostedSteps()
    _ = hosted.will(isAppearing: false, TransitionContext(.pop))
    #expect(hosted.during(isAppearing: true, TransitionContext(.host)).reason == .host)
    _ = hosted.will(isAppearing: true, TransitionContext(.host))
    let during = hosted.during(isAppearing: true, TransitionContext(.host))
    #expect(during.reason == .pop && during.outcome == .cancelled)
  }

  /// A container may omit the beginning of a step.
  @Test func anEndWithoutABeginningHasAContextOfItsOwn() {
    var hosted = HostedSteps()
    let context = hosted.did(isAppearing: true, TransitionContext(.select))
    #expect(context.reason == .select)
    #expect(context.outcome == .completed)
  }
}
