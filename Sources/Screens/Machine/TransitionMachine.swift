/// Inputs may come while an action is being performed: the next action follows when it returns.
struct TransitionMachine: Hashable, Sendable {
  private enum State: Hashable {
    /// Screens or the stage are being called. Exit: `waiting`.
    case calling
    /// The stage is animating, or follows a gesture. Exits: `calling`, `over`.
    case waiting
    case over
  }

  enum Action: Hashable {
    case wait
    /// The stage completes the transition, forward or back; call ``callReturned()`` afterwards.
    case conclude(TransitionContext.Outcome)
    case end(TransitionContext.Outcome)
  }

  private var state = State.calling
  private var decision: TransitionContext.Outcome?
  private var isConcluded: Bool
  private var hasAnimationEnded = false
  private var isSettled = false

  init(isInteractive: Bool) {
    decision = isInteractive ? nil : .completed
    isConcluded = !isInteractive
  }

  var isOpen: Bool { decision == nil && state != .over }

  /// Whether the transition must end at once, so that the stage need not begin.
  var isHurried: Bool { isSettled }

  /// Returns whether the stage follows now; call ``callReturned()`` afterwards.
  mutating func follow() -> Bool {
    guard state == .waiting, isOpen else { return false }
    state = .calling
    return true
  }

  /// The gesture has ended; only the first call counts.
  mutating func decide(_ outcome: TransitionContext.Outcome) -> Action {
    guard isOpen else { return .wait }
    decision = outcome
    return next()
  }

  /// The transition must end at once: as decided, or else by returning to the start.
  mutating func settle() -> Action {
    isSettled = true
    return next()
  }

  /// The stage has reached an end; ignored before the outcome is decided.
  mutating func animationDidEnd() -> Action {
    guard decision != nil, isConcluded else { return .wait }
    hasAnimationEnded = true
    return next()
  }

  mutating func callReturned() -> Action {
    guard state == .calling else { return .wait }
    state = .waiting
    return next()
  }

  private mutating func next() -> Action {
    guard state == .waiting else { return .wait }
    if isSettled {
      state = .over
      return .end(decision ?? .cancelled)
    }
    guard let decision else { return .wait }
    if !isConcluded {
      isConcluded = true
      state = .calling
      return .conclude(decision)
    }
    guard hasAnimationEnded else { return .wait }
    state = .over
    return .end(decision)
  }
}
