import StagecraftTestKit

@testable import StagecraftScreens

/// A stage for a fake widget that goes back, turns and closes sheets by itself.
@MainActor
final class SelfMovingStage: ScreenStage {
  private(set) var tracker: ToolkitMoveTracker?
  /// The screens that the widget contains, and the one at which it stands.
  private(set) var screens: [ScreenID] = []
  private(set) var place: ScreenID?
  /// The calls that concern its place.
  private(set) var calls: [String] = []
  /// The transition that the widget animates for the program, until the test ends it.
  private(set) var animated: ScreenStageTransition<FakeView>?
  var isByHand = false
  private weak var view: FakeView?

  func connect(to requests: StageRequests) { tracker = ToolkitMoveTracker(requests) }

  func makeView() -> FakeView {
    let view = FakeView("widget")
    self.view = view
    return view
  }

  func arrange(_ scene: ScreenStageScene<FakeView>) {
    screens = scene.items.map(\.screen)
    animated = nil
    let goal = scene.currentItem?.screen
    if tracker?.isMoving == true { return calls.append("arrange, moving") }
    calls.append(place == goal ? "arrange" : "put back")
    place = goal
  }

  func begin(_ transition: ScreenStageTransition<FakeView>) {
    let goal = transition.after.currentItem?.screen
    if tracker?.takesBegin(of: transition, isShown: place == goal) == true {
      return calls.append("taken")
    }
    calls.append(transition.context.isInteractive ? "follow" : "animate")
    animated = transition
    if !isByHand && !transition.context.isInteractive { endAnimation() }
  }

  func conclude(
    _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    if tracker?.takesConclusion(of: transition) == true { return calls.append("ended") }
    calls.append("conclude")
    endAnimation()
  }

  func endAnimation() {
    guard let animated else { return }
    self.animated = nil
    place = animated.after.currentItem?.screen
    animated.animationDidEnd()
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  // MARK: The user

  func begin(_ move: ToolkitMoveTracker.Move) { tracker?.moveBegan(move) }

  /// The widget stops at a screen, or where it was.
  func end(at screen: AnyScreen?) {
    if let screen { place = screen.id }
    tracker?.moveEnded(atGoal: screen != nil)
  }

  /// The widget is at a screen at once.
  func jump(_ move: ToolkitMoveTracker.Move, to screen: AnyScreen) {
    place = screen.id
    tracker?.moved(move)
  }
}
