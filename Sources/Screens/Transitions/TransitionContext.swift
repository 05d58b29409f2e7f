/// Why and how a screen appears or disappears.
public struct TransitionContext: Hashable, Sendable {
  /// What the user or the app did.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The window came or went.
    case window
    /// A screen came onto a stack.
    case push
    /// A screen, or several, went from a stack.
    case pop
    /// Another tab was chosen.
    case select
    /// Another page was turned to.
    case page
    /// A screen came over all others.
    case present
    /// A screen that was over all others went.
    case dismiss
    /// Screens were replaced by others.
    case replace
    /// A toolkit's own container decided, and did not say why.
    case host
  }

  /// Which way it goes.
  public enum Direction: Hashable, Sendable {
    /// Deeper, to the right, or up.
    case forward
    /// Back.
    case backward
    /// Neither.
    case none
  }

  /// What is known of the end at this time.
  public enum Outcome: Hashable, Sendable {
    /// It is not decided yet.
    case open
    /// It ends as it was meant.
    case completed
    /// It was called off: whoever was to go is coming back.
    case cancelled
  }

  /// What the user or the app did.
  public var reason: Reason
  /// Which way it goes.
  public var direction: Direction
  /// Whether the user sees it move.
  public var isAnimated: Bool
  /// Whether it follows the user's finger, and may be called off.
  public var isInteractive: Bool
  /// What is known of the end.
  public var outcome: Outcome
  /// Whether this screen is coming into its container, or being presented, right now.
  ///
  /// In ``TransitionOrder/uikit``, the root of a stack hears so when the stack first appears, too.
  public var isEntering: Bool
  /// Whether this screen is leaving its container, or being dismissed, right now.
  public var isLeaving: Bool

  /// A context.
  ///
  /// - Parameters:
  ///   - reason: what the user or the app did.
  ///   - direction: which way it goes.
  ///   - isAnimated: whether the user sees it move.
  ///   - isInteractive: whether it may be called off.
  ///   - outcome: what is known of the end.
  ///   - isEntering: whether the screen is coming into its container.
  ///   - isLeaving: whether the screen is leaving its container.
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

  /// What the children of the screen are told: they come and go with it, and neither enter nor leave.
  var inherited: TransitionContext {
    var context = self
    context.isEntering = false
    context.isLeaving = false
    return context
  }
}
