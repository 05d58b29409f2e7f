/// One move from view to view, while it is under way on a stage.
@MainActor
public final class StageTransition<View: AnyObject> {
  /// Why, which way, and how.
  public let context: TransitionContext
  /// What is shown before, and again if the transition is cancelled; with all views that take part.
  public let before: StageScene<View>
  /// What is to be shown after.
  public let after: StageScene<View>

  private let transition: RunningTransition

  init(
    _ transition: RunningTransition, from before: StageScene<View>, to after: StageScene<View>
  ) {
    context = transition.context
    self.before = before
    self.after = after
    self.transition = transition
  }

  /// The stage has come to the end, or back.
  ///
  /// Only the first call counts. While the transition follows a finger, no call does: the stage is
  /// told when the finger was lifted. The stage may call this while it is told to begin, or to
  /// conclude.
  public func animationDidEnd() {
    transition.animationDidEnd()
  }
}
