extension GroupedList {
  /// Tells an observer on the main actor what happens to the sections and their rows.
  ///
  /// The guarantees are those of ``ListReading/observe(_:initial:ignoring:_:)``.
  ///
  /// - Parameters:
  ///   - cadence: how often to tell the observer.
  ///   - initial: whether to tell it of all rows at once, before this returns, as a reset.
  ///   - ignoring: an origin. Of edits that come from there the observer is not told, unless others
  ///     come with them: call ``ListObservation/flush()`` before such an edit.
  ///   - body: the observer; never called with an empty transition.
  /// - Returns: what to keep as long as the observer is to be told.
  @MainActor
  public func observe(
    _ cadence: ListCadence = .nextTurn, initial: Bool = true, ignoring: ListOrigin? = nil,
    _ body: @escaping @MainActor (GroupedTransition<Key, Element>) -> Void
  ) -> ListObservation {
    let follower = GroupedFollower(self, ignoring: ignoring, body)
    let seat = DeliverySeat(bell: bell, cadence: cadence) { follower.tell() }
    seat.listen()
    follower.begin(tellingAll: initial)
    return ListObservation(seat)
  }

  /// What happens to the sections and their rows, for tasks.
  ///
  /// - Parameter initial: whether the first step is the one to all rows, as a reset.
  /// - Returns: a sequence that can be iterated any number of times.
  public func transitions(initial: Bool = true) -> GroupedTransitions<Key, Element> {
    GroupedTransitions(self, initial: initial)
  }
}

/// What an observer knows of its list.
@MainActor
private final class GroupedFollower<Key: Hashable & Sendable, Element: Identifiable & Sendable>
where Element.ID: Sendable {
  private let list: GroupedList<Key, Element>
  private let ignored: ListOrigin?
  private let body: @MainActor (GroupedTransition<Key, Element>) -> Void
  private var last = GroupedSnapshot<Key, Element>([])

  init(
    _ list: GroupedList<Key, Element>, ignoring ignored: ListOrigin?,
    _ body: @escaping @MainActor (GroupedTransition<Key, Element>) -> Void
  ) {
    self.list = list
    self.ignored = ignored
    self.body = body
  }

  func begin(tellingAll: Bool) {
    last = list.snapshot()
    if tellingAll { body(GroupedTransition(initial: last)) }
  }

  /// - Returns: whether there was something to tell.
  func tell() -> Bool {
    let transition = list.changes(since: last, budget: StepBudget.mainActor)
    last = transition.new
    guard !transition.isEmpty else { return false }
    if let ignored, transition.origins.areOnly(ignored) { return false }
    body(transition)
    return true
  }
}
