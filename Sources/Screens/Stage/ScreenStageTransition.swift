/// A transition in progress on a stage.
@MainActor
public final class ScreenStageTransition<View: AnyObject> {
  /// The reason and the properties of the transition.
  public let context: TransitionContext

  private let transition: TransitionReference

  init(_ transition: TransitionReference, _ context: TransitionContext) {
    self.context = context
    self.transition = transition
  }

  /// The scene before the transition, and again if it is cancelled; with all views that take part.
  ///
  /// When the transition has ended, this is the scene of the container as it is.
  public var before: ScreenStageScene<View> {
    scene(transition.layouts?.before)
  }

  /// The scene after the transition.
  ///
  /// When the transition has ended, this is the scene of the container as it is.
  public var after: ScreenStageScene<View> {
    scene(transition.layouts?.after)
  }

  private func scene(_ layout: ContainerLayout?) -> ScreenStageScene<View> {
    ScreenStageScene(layout ?? ContainerLayout(.stack), of: transition.slot)
  }

  /// Reports that the stage has reached the end of the transition, or has returned to the start.
  ///
  /// Only the first call has an effect. While an interactive transition is undecided, no call has:
  /// the stage receives ``ScreenStage/conclude(_:as:)`` when the gesture ends. The stage may call
  /// this method from inside ``ScreenStage/begin(_:)`` and ``ScreenStage/conclude(_:as:)``.
  public func animationDidEnd() { transition.animationDidEnd() }
}
