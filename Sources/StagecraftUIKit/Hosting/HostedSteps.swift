internal import StagecraftScreens

/// Gives each step of a hosted screen its context.
///
/// A toolkit does not say that a transition was called off; it says the opposite step before the
/// first one was done. So this remembers what is under way: when a screen that is about to disappear
/// is about to appear again, the transition was cancelled, and what is done next is the end of the
/// cancelled one.
struct HostedSteps: Sendable {
  /// What has begun and is not done.
  private var current: (isAppearing: Bool, context: TransitionContext)?

  /// The screen is about to appear, or to disappear.
  ///
  /// - Parameters:
  ///   - isAppearing: which of both.
  ///   - fresh: why and how, if this is the beginning of something.
  /// - Returns: what to tell the screen.
  mutating func will(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    var context = fresh
    if let current, current.isAppearing != isAppearing, current.context.outcome != .cancelled {
      context = current.context
      context.outcome = .cancelled
      // Who was coming is going, and the other way round.
      context.isEntering = current.context.isLeaving
      context.isLeaving = current.context.isEntering
    }
    current = (isAppearing, context)
    return context
  }

  /// The screen has appeared, or disappeared.
  ///
  /// - Parameters:
  ///   - isAppearing: which of both.
  ///   - fresh: why and how, if nothing is known of its beginning.
  /// - Returns: what to tell the screen.
  mutating func did(isAppearing: Bool, _ fresh: TransitionContext) -> TransitionContext {
    var context = fresh
    if let current, current.isAppearing == isAppearing { context = current.context }
    current = nil
    if context.outcome == .open { context.outcome = .completed }
    return context
  }
}
