public import StagecraftScreens

/// A call to a ``RecorderStage``.
public enum RecorderStageCall: Hashable, Sendable {
  /// The container's view is created.
  case makeView
  /// These screens are shown, out of `count` items.
  case arrange(visible: [ScreenID], count: Int)
  /// A transition begins.
  case begin(TransitionContext)
  /// The transition follows the finger.
  case update(Double)
  /// The transition is completed or cancelled.
  case conclude(TransitionContext.Outcome)
}
