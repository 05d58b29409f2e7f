internal import StagecraftScreens

/// Determines the context of each step of a hosted screen.
///
/// A toolkit does not report that a transition was cancelled, but the opposite step before the
/// first one has ended: then the next `did` step ends the cancelled transition.
struct HostedSteps: Sendable {
  private var current: (isAppearing: Bool, context: TransitionContext)?

  /// Returns the context to report; `fresh` is that of a transition that begins.
  mutating func will(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    var context = fresh
    if let current, current.isAppearing != isAppearing, current.context.outcome != .cancelled {
      context = current.context
      context.outcome = .cancelled
      // A screen that was entering is now leaving, and vice versa.
      context.isEntering = current.context.isLeaving
      context.isLeaving = current.context.isEntering
    }
    current = (isAppearing, context)
    return context
  }

  /// `fresh` counts if the beginning of the transition is unknown.
  func during(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    guard let current, current.isAppearing == isAppearing else { return fresh }
    return current.context
  }

  /// `fresh` counts if the beginning of the transition is unknown.
  mutating func did(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    var context = during(isAppearing: isAppearing, fresh)
    current = nil
    if context.outcome == .open { context.outcome = .completed }
    return context
  }
}
