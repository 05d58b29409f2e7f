internal import StagecraftScreens

/// Determines the context of each step of a hosted screen.
///
/// A toolkit does not report that a transition was cancelled; it reports the opposite step before
/// the first one has ended. Therefore this stores the step in progress: if a screen that is about
/// to disappear is then about to appear, the transition was cancelled, and the next `did` step ends
/// the cancelled transition.
struct HostedSteps: Sendable {
  /// The step that has begun and not ended.
  private var current: (isAppearing: Bool, context: TransitionContext)?

  /// Handles the beginning of a step.
  ///
  /// - Parameters:
  ///   - isAppearing: Whether the screen is about to appear, rather than to disappear.
  ///   - fresh: The context, if this step begins a transition.
  /// - Returns: The context to report to the screen.
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

  /// Returns the context of a step that is in progress, which continues.
  ///
  /// - Parameters:
  ///   - isAppearing: Whether the screen is appearing, rather than disappearing.
  ///   - fresh: The context, if the beginning of the transition is unknown.
  /// - Returns: The context to report to the screen.
  func during(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    guard let current, current.isAppearing == isAppearing else { return fresh }
    return current.context
  }

  /// Handles the end of a step.
  ///
  /// - Parameters:
  ///   - isAppearing: Whether the screen has appeared, rather than disappeared.
  ///   - fresh: The context, if the beginning of the transition is unknown.
  /// - Returns: The context to report to the screen.
  mutating func did(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    var context = during(isAppearing: isAppearing, fresh)
    current = nil
    if context.outcome == .open { context.outcome = .completed }
    return context
  }
}
