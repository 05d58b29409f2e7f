/// Decides how far a transition has come.
///
/// Whoever asks may do so at any time, also from inside what the last answer made it do: then the
/// answer comes when that is over.
struct TransitionMachine: Hashable, Sendable {
  private enum State: Hashable {
    /// Somebody outside is being called: screens, or the stage. Exit: `waiting`.
    case calling
    /// The stage moves, or follows a finger. Exits: `calling`, `over`.
    case waiting
    /// Final.
    case over
  }

  enum Action: Hashable {
    /// There is nothing to do now.
    case wait
    /// The stage is to move on, or back; say ``callReturned()`` after that.
    case conclude(TransitionContext.Outcome)
    /// The transition has ended.
    case end(TransitionContext.Outcome)
  }

  private var state = State.calling
  private var decision: TransitionContext.Outcome?
  private var isConcluded: Bool
  private var hasAnimationEnded = false
  private var isSettled = false

  /// A transition whose first steps are being taken; say ``callReturned()`` after they are, and the
  /// stage has begun.
  init(isInteractive: Bool) {
    decision = isInteractive ? nil : .completed
    isConcluded = !isInteractive
  }

  /// Whether it can still go either way.
  var isOpen: Bool { decision == nil && state != .over }

  /// Whether it is to end at once, so that the stage need not begin.
  var isHurried: Bool { isSettled }

  /// The finger has moved.
  ///
  /// - Returns: whether the stage is to follow; say ``callReturned()`` after that.
  mutating func follow() -> Bool {
    guard state == .waiting, isOpen else { return false }
    state = .calling
    return true
  }

  /// The finger was lifted; only the first time counts.
  mutating func decide(_ outcome: TransitionContext.Outcome) -> Action {
    guard isOpen else { return .wait }
    decision = outcome
    return next()
  }

  /// It has to end at once: as it was decided, or else where it began.
  mutating func settle() -> Action {
    isSettled = true
    return next()
  }

  /// The stage has come to an end; too early, before it is decided to which.
  mutating func animationDidEnd() -> Action {
    guard decision != nil, isConcluded else { return .wait }
    hasAnimationEnded = true
    return next()
  }

  /// Whoever was called has returned.
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
