/// A transition in progress on a stage.
@MainActor
public final class ScreenStageTransition<View: AnyObject> {
  /// The reason and the properties of the transition.
  public let context: TransitionContext
  /// The scene before the transition, and again if it is cancelled; with all views that take part.
  public let before: ScreenStageScene<View>
  /// The scene after the transition.
  public let after: ScreenStageScene<View>

  private let transition: RunningTransition

  init(
    _ transition: RunningTransition, from before: ScreenStageScene<View>,
    to after: ScreenStageScene<View>
  ) {
    context = transition.context
    self.before = before
    self.after = after
    self.transition = transition
  }

  /// Reports that the stage has reached the end of the transition, or has returned to the start.
  ///
  /// Only the first call has an effect. While an interactive transition is undecided, no call has:
  /// the stage receives ``ScreenStage/conclude(_:as:)`` when the gesture ends. The stage may call
  /// this method from inside ``ScreenStage/begin(_:)`` and ``ScreenStage/conclude(_:as:)``.
  public func animationDidEnd() {
    transition.animationDidEnd()
  }
}
