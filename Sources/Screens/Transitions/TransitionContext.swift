/// The reason and the properties of the transition with which a screen appears or disappears.
public struct TransitionContext: Hashable, Sendable {
  /// The action that caused the transition.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The window was opened or closed.
    case window
    /// A screen was pushed onto a stack.
    case push
    /// One or more screens were popped from a stack.
    case pop
    /// Another tab was selected.
    case select
    /// Another page became current.
    case page
    /// A screen was presented over all others.
    case present
    /// A presented screen was dismissed.
    case dismiss
    /// Screens were replaced by others.
    case replace
    /// A toolkit's own container acted, for an unknown reason.
    case host
  }

  /// The direction of the transition.
  public enum Direction: Hashable, Sendable {
    /// Deeper, to the right, or up.
    case forward
    /// Back.
    case backward
    /// Neither.
    case none
  }

  /// How the transition ends, as far as it is decided.
  public enum Outcome: Hashable, Sendable {
    /// The outcome is not decided yet.
    case open
    /// The transition ends as requested.
    case completed
    /// The transition was cancelled: the screen that was disappearing appears again.
    case cancelled
  }

  /// The action that caused the transition.
  public var reason: Reason
  /// The direction of the transition.
  public var direction: Direction
  /// Whether the transition is animated.
  public var isAnimated: Bool
  /// Whether the transition follows a gesture, and may be cancelled.
  public var isInteractive: Bool
  /// How the transition ends, as far as it is decided.
  public var outcome: Outcome
  /// Whether this screen is entering its container, or being presented, in this transition.
  ///
  /// In ``TransitionOrder/uikit``, this is also true for the root of a stack when the stack first
  /// appears.
  public var isEntering: Bool
  /// Whether this screen is leaving its container, or being dismissed, in this transition.
  public var isLeaving: Bool

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - reason: The action that caused the transition.
  ///   - direction: The direction of the transition.
  ///   - isAnimated: Whether the transition is animated.
  ///   - isInteractive: Whether the transition may be cancelled.
  ///   - outcome: How the transition ends, as far as it is decided.
  ///   - isEntering: Whether the screen is entering its container.
  ///   - isLeaving: Whether the screen is leaving its container.
  public init(
    _ reason: Reason, direction: Direction = .none, isAnimated: Bool = false,
    isInteractive: Bool = false, outcome: Outcome = .open, isEntering: Bool = false,
    isLeaving: Bool = false
  ) {
    self.reason = reason
    self.direction = direction
    self.isAnimated = isAnimated
    self.isInteractive = isInteractive
    self.outcome = outcome
    self.isEntering = isEntering
    self.isLeaving = isLeaving
  }

  /// For the children, which appear with the screen but neither enter nor leave.
  var inherited: TransitionContext {
    var context = self
    context.isEntering = false
    context.isLeaving = false
    return context
  }
}
