#if GTK
/// Decides what the widget of a stage shows, and when.
///
/// A widget shows one place at a time: a screen of a stack, a tab, a page. The inputs are what the
/// container asks of its stage and what the widget reports. Each returns what is to be done at
/// once. What ends something is answered in a later turn of the loop, because the widget still
/// works on its children when it reports the end: see ``nextAnswer()``.
struct CourseMachine<Place: Hashable & Sendable>: Hashable, Sendable {
  enum Motion: Hashable, Sendable {
    /// It stands at `place`. Exits: `animating`, `moving`.
    case still
    /// It animates to `place` for a transition of the container. Exits: `still`.
    case animating
    /// It moves from `place` by itself, as when the user drags it. Exits: `still`.
    case moving(to: Place)
  }

  enum Action: Hashable, Sendable {
    /// An animation in progress ends.
    case jump(Place)
    /// Call ``animationDoesNotRun()`` if nothing is animated.
    case animate(Place)
    case endAnimation
    case moveBegan(Place)
    /// Call ``nextAnswer()`` until it returns nil, in a later turn.
    case answerLater
  }

  enum Answer: Hashable, Sendable {
    case endAnimation
    case moveBegan(Place)
    case moveEnded(atGoal: Bool)
    /// The widget has moved in one step.
    case moved(Place)
  }

  private(set) var motion = Motion.still
  /// Where the widget stands, where it animates to, or where it began to move.
  private(set) var place: Place?
  private(set) var pending: Place?
  private(set) var hasSize: Bool
  private(set) var answers: [Answer] = []

  private let needsSize: Bool

  init(needsSize: Bool = false) {
    self.needsSize = needsSize
    hasSize = !needsSize
  }

  /// Whether the container has not received all moves of the widget.
  var isAhead: Bool {
    if case .moving = motion { return true }
    return answers.contains(where: \.isNews)
  }

  func shows(_ goal: Place?) -> Bool { motion == .still && pending == nil && place == goal }

  // MARK: From the container

  /// Returns what the previous widget has not reported.
  mutating func viewMade() -> [Answer] {
    var left = answers.filter { $0 != .endAnimation }
    if case .moving = motion { left.append(.moveEnded(atGoal: false)) }
    self = CourseMachine(needsSize: needsSize)
    return left
  }

  /// Ends what is in progress; the place of a followed widget is the user's.
  mutating func arranged(at goal: Place?, isFollowed: Bool) -> [Action] {
    answers.removeAll { $0 == .endAnimation }
    let isStill = motion == .still
    guard !isFollowed, !answers.contains(where: \.isNews) else {
      if motion == .animating { motion = .still }
      return []
    }
    motion = .still
    guard let goal else {
      (place, pending) = (nil, nil)
      return []
    }
    guard hasSize else {
      (place, pending) = (goal, goal)
      return []
    }
    if isStill, place == goal { return [] }
    place = goal
    return [.jump(goal)]
  }

  /// A transition begins that the container's tracker does not take.
  mutating func began(to goal: Place?, isAnimated: Bool) -> [Action] {
    // The user decides where the widget is; the next `arrange` corrects the place.
    if isAhead { return [.endAnimation] }
    guard let goal, hasSize else {
      (place, pending) = (goal, goal)
      return [.endAnimation]
    }
    if motion == .still, place == goal { return [.endAnimation] }
    place = goal
    guard isAnimated else {
      motion = .still
      return [.jump(goal), .endAnimation]
    }
    motion = .animating
    return [.animate(goal)]
  }

  /// The widget shows the place already.
  mutating func animationDoesNotRun() -> [Action] {
    guard motion == .animating else { return [] }
    motion = .still
    return [.endAnimation]
  }

  // MARK: In a later turn

  mutating func nextAnswer() -> Answer? { answers.isEmpty ? nil : answers.removeFirst() }
}

// MARK: - From the widget

extension CourseMachine {
  /// The widget has begun to move by itself, or has reversed.
  mutating func heads(to goal: Place) -> [Action] {
    guard pending == nil else { return [] }
    switch motion {
    case .animating: return []
    case .moving(goal): return []
    case .still, .moving:
      if place == goal { return [] }
      motion = .moving(to: goal)
      return answers.isEmpty ? [.moveBegan(goal)] : answer(.moveBegan(goal))
    }
  }

  /// The widget has passed the goal of its move, and goes on.
  mutating func passes() -> [Action] {
    guard case .moving(let goal) = motion else { return [] }
    motion = .still
    place = goal
    return answer(.moveEnded(atGoal: true))
  }

  mutating func stopped(at stop: Place) -> [Action] {
    guard pending == nil else { return [] }
    let (old, from) = (motion, place)
    motion = .still
    place = stop
    switch old {
    case .still: return from == stop ? [] : answer(.moved(stop))
    case .animating:
      // It was taken elsewhere during the animation. The container is told first: what it then
      // arranges does not move the widget.
      return from == stop ? answer(.endAnimation) : answer(.moved(stop), .endAnimation)
    case .moving(let goal):
      if goal == stop { return answer(.moveEnded(atGoal: true)) }
      if from == stop { return answer(.moveEnded(atGoal: false)) }
      return answer(.moveEnded(atGoal: false), .moved(stop))
    }
  }

  mutating func sizeKnown() -> [Action] {
    hasSize = true
    guard let goal = pending else { return [] }
    pending = nil
    return [.jump(goal)]
  }

  /// Until its next frame, because it has other children.
  mutating func sizeLost() -> [Action] {
    guard needsSize else { return [] }
    hasSize = false
    guard motion == .animating else { return [] }
    motion = .still
    pending = place
    return answer(.endAnimation)
  }

  private mutating func answer(_ new: Answer...) -> [Action] {
    let isFirst = answers.isEmpty
    answers += new
    return isFirst ? [.answerLater] : []
  }
}

extension CourseMachine.Answer {
  var isNews: Bool {
    switch self {
    case .moved, .moveBegan: true
    case .endAnimation, .moveEnded: false
    }
  }
}
#endif
