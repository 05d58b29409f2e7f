/// Decides how a container follows a toolkit that moves by itself, one move at a time: a move that
/// begins before the previous one has ended calls that one off.
struct ToolkitMoveMachine: Hashable, Sendable {
  enum State: Hashable {
    /// The toolkit stands still, where the container is or will be put. Exits: `asking`, `ahead`.
    case still
    /// The container is being asked to begin. `end` is how the move has ended meanwhile, and `next`
    /// a move that has begun after that. Exits: `following`, `concluding`, `ahead`, `refused`,
    /// `still`.
    case asking(
      ToolkitMoveTracker.Move, end: TransitionContext.Outcome?, next: ToolkitMoveTracker.Move?)
    /// An interactive transition of the container is undecided while the toolkit moves.
    /// Exits: `concluding`, `ahead`, `still`.
    case following(ToolkitMoveTracker.Move)
    /// The transition is decided and has not ended. `next` is a move that has begun since.
    /// Exits: `ahead`, `still`.
    case concluding(TransitionContext.Outcome, next: ToolkitMoveTracker.Move?)
    /// The toolkit moves, and the container does not follow. If it has not been asked, it is when
    /// the call that decided the previous transition returns. Exits: `asking`, `still`.
    case ahead(ToolkitMoveTracker.Move, isAsked: Bool)
    /// The container has refused; the toolkit was put back, and may still report the end of its
    /// move. Exits: `asking`, `ahead`, `still`.
    case refused
  }

  enum Denial: Hashable {
    /// It is busy, or not visible: it may follow later, in one step.
    case later
    case never
    case gone
  }

  enum Action: Hashable {
    case nothing
    case ask(ToolkitMoveTracker.Move)
    /// Call ``decisionReturned()`` afterwards, then request the move, if there is one.
    case decide(TransitionContext.Outcome, then: ToolkitMoveTracker.Move?)
    /// In one step, without animation; call ``requestEnded(isRefused:)`` later.
    case request(ToolkitMoveTracker.Move)
    /// Let the stage show what the container has decided.
    case putBack
  }

  /// What the stage does when its container begins or concludes a transition.
  enum StageAction: Hashable {
    case animate
    case endAnimation
    /// Nothing: the toolkit shows the transition.
    case leave
  }

  private(set) var state: State
  private(set) var requestCount: Int

  init(state: State = .still, requestCount: Int = 0) {
    self.state = state
    self.requestCount = requestCount
  }

  /// What the toolkit shows must not be changed meanwhile.
  var isMoving: Bool {
    switch state {
    case .following, .ahead: true
    case .asking(_, let end, let next): end == nil || next != nil
    case .concluding(_, let next): next != nil
    case .still, .refused: false
    }
  }

  // MARK: From the toolkit

  /// The toolkit has begun to move, or has arrived already.
  mutating func began(_ move: ToolkitMoveTracker.Move, isThere: Bool = false) -> Action {
    switch state {
    case .still, .refused, .ahead:
      guard move.isFollowable else {
        state = isThere ? .still : .ahead(move, isAsked: true)
        return isThere ? request(move) : .nothing
      }
      state = .asking(move, end: isThere ? .completed : nil, next: nil)
      return .ask(move)
    case .asking(let asked, let end, _):
      if isThere, end == nil, asked == move {
        state = .asking(asked, end: .completed, next: nil)
        return .nothing
      }
      state = .asking(asked, end: end ?? .cancelled, next: isThere ? nil : move)
      return isThere ? request(move) : .nothing
    case .following(let followed):
      if isThere, followed == move {
        state = .concluding(.completed, next: nil)
        return .decide(.completed, then: nil)
      }
      state = .concluding(.cancelled, next: isThere ? nil : move)
      if isThere { requestCount += 1 }
      return .decide(.cancelled, then: isThere ? move : nil)
    case .concluding(let outcome, _):
      state = .concluding(outcome, next: isThere ? nil : move)
      return isThere ? request(move) : .nothing
    }
  }

  /// The move has ended, at its goal or where it began.
  mutating func ended(atGoal isAtGoal: Bool) -> Action {
    let outcome: TransitionContext.Outcome = isAtGoal ? .completed : .cancelled
    switch state {
    case .still: return isAtGoal ? .putBack : .nothing
    case .refused:
      state = .still
      return isAtGoal ? .putBack : .nothing
    case .asking(let move, nil, _):
      state = .asking(move, end: outcome, next: nil)
      return .nothing
    case .asking(let move, let end?, let next):
      state = .asking(move, end: end, next: nil)
      if isAtGoal, let next { return request(next) }
      return .nothing
    case .following:
      state = .concluding(outcome, next: nil)
      return .decide(outcome, then: nil)
    case .concluding(let decided, let next):
      state = .concluding(decided, next: nil)
      if isAtGoal, let next { return request(next) }
      return .nothing
    case .ahead(let move, _):
      state = .still
      // What the container arranged meanwhile was not shown.
      return isAtGoal ? request(move) : .putBack
    }
  }

  // MARK: From the container

  mutating func granted() -> Action {
    guard case .asking(let move, let end, let next) = state else {
      preconditionFailure("A container that was not asked has begun to follow.")
    }
    guard let end else {
      state = .following(move)
      return .nothing
    }
    state = .concluding(end, next: next)
    return .decide(end, then: nil)
  }

  mutating func denied(_ denial: Denial) -> Action {
    guard case .asking(let move, let end, let next) = state else {
      preconditionFailure("A container that was not asked has refused.")
    }
    if denial == .gone {
      state = .still
      return .nothing
    }
    guard let end else {
      state = denial == .later ? .ahead(move, isAsked: true) : .refused
      return denial == .later ? .nothing : .putBack
    }
    state = next.map { .ahead($0, isAsked: true) } ?? .still
    if denial == .later, end == .completed { return request(move) }
    return next == nil ? .putBack : .nothing
  }

  mutating func decisionReturned() -> Action {
    guard case .ahead(let move, isAsked: false) = state else { return .nothing }
    guard move.isFollowable else {
      state = .ahead(move, isAsked: true)
      return .nothing
    }
    state = .asking(move, end: nil, next: nil)
    return .ask(move)
  }

  /// Nil if the container was destroyed.
  mutating func transitionEnded(_ outcome: TransitionContext.Outcome?) -> Action {
    switch state {
    case .following(let move):
      // The program has ended the transition while the toolkit moves on.
      state = outcome == nil ? .still : .ahead(move, isAsked: true)
      return .nothing
    case .concluding(let decided, let next):
      if let next, outcome != nil {
        state = .ahead(next, isAsked: false)
        return .nothing
      }
      state = .still
      return outcome == decided || outcome == nil ? .nothing : .putBack
    case .still, .asking, .ahead, .refused:
      preconditionFailure("A transition has ended that was not followed.")
    }
  }

  /// Not refused if the container was destroyed.
  mutating func requestEnded(isRefused: Bool) -> Action {
    precondition(requestCount > 0, "A request has ended that was not made.")
    requestCount -= 1
    guard isRefused else { return .nothing }
    switch state {
    case .still, .refused: return .putBack
    // The end of the move puts the toolkit where the container is.
    case .asking, .following, .concluding, .ahead: return .nothing
    }
  }

  /// The container begins a transition; `isShown` if the toolkit shows its goal already.
  func transitionBegins(isInteractive: Bool, isShown: Bool) -> StageAction {
    guard isInteractive else { return isShown ? .endAnimation : .animate }
    switch state {
    case .asking: return .leave
    case .still, .following, .concluding, .ahead, .refused: return .animate
    }
  }

  func transitionConcludes() -> StageAction {
    switch state {
    case .concluding: .endAnimation
    case .still, .asking, .following, .ahead, .refused: .animate
    }
  }

  private mutating func request(_ move: ToolkitMoveTracker.Move) -> Action {
    requestCount += 1
    return .request(move)
  }
}
