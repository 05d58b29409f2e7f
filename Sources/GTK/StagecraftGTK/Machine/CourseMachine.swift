#if GTK
/// Decides what the widget of a stage shows, and when.
///
/// A widget shows one place at a time: a screen of a stack, a tab, a page. The inputs are what the
/// container asks of its stage and what the widget reports. Each returns what is to be done at
/// once. What ends something is answered in a later turn of the loop, because the widget still
/// works on its children when it reports the end: see ``nextAnswer()``.
struct CourseMachine<Place: Hashable & Sendable>: Hashable, Sendable {
  /// How the widget moves.
  enum Motion: Hashable, Sendable {
    /// It stands at `place`. Exits: `animating`, `moving`.
    case still
    /// It animates to `place` for a transition of the container. Exits: `still`.
    case animating
    /// It moves from `place` by itself, as when the user drags it. Exits: `still`.
    case moving(to: Place)
  }

  /// What is to be done.
  enum Action: Hashable, Sendable {
    /// Show a place without animation; an animation in progress ends.
    case jump(Place)
    /// Animate to a place; call ``animationDoesNotRun()`` if nothing is animated.
    case animate(Place)
    /// Report the end of the animation to the container.
    case endAnimation
    /// Report to the container's tracker that the widget has begun to move.
    case moveBegan(Place)
    /// Call ``nextAnswer()`` until it returns nil, in a later turn.
    case answerLater
  }

  /// What is reported in a later turn.
  enum Answer: Hashable, Sendable {
    /// The animation of the container's transition has ended.
    case endAnimation
    /// The widget has begun to move by itself.
    case moveBegan(Place)
    /// The widget has stopped, at its goal or where it began.
    case moveEnded(atGoal: Bool)
    /// The widget has moved in one step.
    case moved(Place)
  }

  private(set) var motion = Motion.still
  /// Where the widget stands, where it animates to, or where it began to move.
  private(set) var place: Place?
  /// Where the widget is put when it has a size.
  private(set) var pending: Place?
  /// Whether the widget can be put anywhere.
  private(set) var hasSize: Bool
  /// What is to be reported in a later turn, in order.
  private(set) var answers: [Answer] = []

  private let needsSize: Bool

  /// Creates the machine of a widget that shows nothing.
  ///
  /// - Parameter needsSize: Whether the widget can be put somewhere only when it has a size.
  init(needsSize: Bool = false) {
    self.needsSize = needsSize
    hasSize = !needsSize
  }

  /// Whether the widget moves by itself, or has moved and this has not been reported to
  /// the container.
  var isAhead: Bool {
    if case .moving = motion { return true }
    return answers.contains(where: \.isNews)
  }

  /// Whether the widget stands at a place.
  func shows(_ goal: Place?) -> Bool { motion == .still && pending == nil && place == goal }

  // MARK: From the container

  /// A new widget was created, in place of the previous one.
  ///
  /// - Returns: What the previous one has not reported.
  mutating func viewMade() -> [Answer] {
    var left = answers.filter { $0 != .endAnimation }
    if case .moving = motion { left.append(.moveEnded(atGoal: false)) }
    self = CourseMachine(needsSize: needsSize)
    return left
  }

  /// The container shows a place, and ends what is in progress.
  ///
  /// - Parameters:
  ///   - goal: The place; nil if there is none.
  ///   - isFollowed: Whether the container follows a move of the widget: its place is the user's.
  /// - Returns: What is to be done.
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
  ///
  /// - Parameters:
  ///   - goal: Where it ends.
  ///   - isAnimated: Whether to animate it.
  /// - Returns: What is to be done.
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

  /// The widget does not animate what it was told to: it shows the place already.
  mutating func animationDoesNotRun() -> [Action] {
    guard motion == .animating else { return [] }
    motion = .still
    return [.endAnimation]
  }

  // MARK: In a later turn

  /// Returns what is reported next, from the oldest to the newest; nil if there is nothing left.
  mutating func nextAnswer() -> Answer? { answers.isEmpty ? nil : answers.removeFirst() }
}

// MARK: - From the widget

extension CourseMachine {
  /// The widget has begun to move by itself, or has reversed.
  ///
  /// - Parameter goal: Where it moves.
  /// - Returns: What is to be done.
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

  /// The widget has stopped.
  ///
  /// - Parameter stop: Where it stands.
  /// - Returns: What is to be done.
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

  /// The widget has got a size, and can be put somewhere.
  mutating func sizeKnown() -> [Action] {
    hasSize = true
    guard let goal = pending else { return [] }
    pending = nil
    return [.jump(goal)]
  }

  /// The widget cannot be put anywhere before its next frame, because it has got other children.
  mutating func sizeLost() -> [Action] {
    guard needsSize else { return [] }
    hasSize = false
    guard motion == .animating else { return [] }
    motion = .still
    pending = place
    return answer(.endAnimation)
  }

  /// Reports something in a later turn.
  private mutating func answer(_ new: Answer...) -> [Action] {
    let isFirst = answers.isEmpty
    answers += new
    return isFirst ? [.answerLater] : []
  }
}

extension CourseMachine.Answer {
  /// Whether the container learns from it that the widget has moved or moves.
  var isNews: Bool {
    switch self {
    case .moved, .moveBegan: true
    case .endAnimation, .moveEnded: false
    }
  }
}
#endif
