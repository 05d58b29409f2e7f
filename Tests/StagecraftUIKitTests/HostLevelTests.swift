import StagecraftScreens
import Testing

@testable import StagecraftUIKit

struct HostLevelTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var levels: [HostLevel]
    var isAppearing = true
    var reason: TransitionContext.Reason
    var direction = TransitionContext.Direction.none
  }

  static let inTabs = HostLevel(container: .tabs)
  static let root = HostLevel()

  @Test(arguments: [
    Case(
      testDescription: "pushed",
      levels: [HostLevel(container: .navigation, isEntering: true), root],
      reason: .push, direction: .forward),
    Case(
      testDescription: "the root of a stack that is presented",
      levels: [
        HostLevel(container: .navigation, isEntering: true, isAtBottom: true),
        HostLevel(isPresentation: true),
      ],
      reason: .present, direction: .forward),
    Case(
      testDescription: "the root of a stack in a tab that is visited for the first time",
      levels: [
        HostLevel(container: .navigation, isEntering: true, isAtBottom: true), inTabs, root,
      ],
      reason: .select),
    Case(
      testDescription: "the root of a stack when its window opens",
      levels: [HostLevel(container: .navigation, isEntering: true, isAtBottom: true), root],
      reason: .window),
    Case(
      testDescription: "the root of a stack that is pushed on another",
      levels: [
        HostLevel(container: .navigation, isEntering: true, isAtBottom: true),
        HostLevel(container: .navigation, isEntering: true), root,
      ],
      reason: .push, direction: .forward),
    Case(
      testDescription: "another root of a visible stack",
      levels: [
        HostLevel(
          container: .navigation, isEntering: true, isAtBottom: true, isUncoveredOrCovered: true),
        inTabs, root,
      ],
      reason: .replace),
    Case(
      testDescription: "popped",
      levels: [HostLevel(container: .navigation, isLeaving: true), root], isAppearing: false,
      reason: .pop, direction: .backward),
    Case(
      testDescription: "covered by a push",
      levels: [HostLevel(container: .navigation, isUncoveredOrCovered: true), root],
      isAppearing: false, reason: .push, direction: .forward),
    Case(
      testDescription: "uncovered by a pop",
      levels: [HostLevel(container: .navigation, isUncoveredOrCovered: true), root],
      reason: .pop, direction: .backward),
    Case(
      testDescription: "another tab",
      levels: [inTabs, root], reason: .select),
    Case(
      testDescription: "another tab, on the stack in it",
      levels: [HostLevel(container: .navigation), inTabs, root], isAppearing: false,
      reason: .select),
    Case(
      testDescription: "pushed on the stack in a tab",
      levels: [HostLevel(container: .navigation, isEntering: true), inTabs, root],
      reason: .push, direction: .forward),
    Case(
      testDescription: "a page that is turned to",
      levels: [HostLevel(container: .pages), root], reason: .page),
    Case(
      testDescription: "a page of a controller that is pushed",
      levels: [HostLevel(container: .pages), HostLevel(container: .navigation, isEntering: true)],
      reason: .push, direction: .forward),
    Case(
      testDescription: "presented",
      levels: [HostLevel(isPresentation: true)], reason: .present, direction: .forward),
    Case(
      testDescription: "on a stack that is dismissed",
      levels: [HostLevel(container: .navigation), HostLevel(isDismissal: true)],
      isAppearing: false, reason: .dismiss, direction: .backward),
    Case(
      testDescription: "the window's root",
      levels: [root], reason: .window),
    Case(
      testDescription: "on a stack when its window opens",
      levels: [HostLevel(container: .navigation), root], reason: .window),
    Case(
      testDescription: "in an unknown container",
      levels: [HostLevel(container: .other, isEntering: true), root], reason: .host),
  ])
  func movingControllersExplainTheTransition(_ example: Case) {
    let context = TransitionContext(example.levels, isAppearing: example.isAppearing)
    #expect(context.reason == example.reason)
    #expect(context.direction == example.direction)
  }

  @Test func theRootOfAStackEntersTogetherWithIt() {
    var level = HostLevel(container: .navigation, isEntering: true)
    #expect(level.entersByItself)
    level.isAtBottom = true
    #expect(!level.entersByItself)
    level.isUncoveredOrCovered = true
    #expect(level.entersByItself)
    level.isEntering = false
    #expect(!level.entersByItself)
  }
}
