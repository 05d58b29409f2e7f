extension GroupedList {
  /// Notifies an observer of changes of the sections and their rows, on the main actor.
  ///
  /// The guarantees are those of ``ListReading/observe(_:initial:ignoring:_:)``.
  ///
  /// - Parameters:
  ///   - cadence: How often to notify the observer.
  ///   - initial: Whether to notify it of all rows immediately, before this returns, as a reset.
  ///   - ignoring: An origin whose edits are not delivered, unless there are others in the same
  ///     transition; call ``ListObservation/flush()`` before such an edit.
  ///   - body: The observer, which is never called with an empty transition.
  /// - Returns: The observation, to be retained for as long as the observer is to be notified.
  @MainActor
  public func observe(
    _ cadence: ListCadence = .nextTurn, initial: Bool = true, ignoring: ListOrigin? = nil,
    _ body: @escaping @MainActor (GroupedTransition<Key, Element>) -> Void
  ) -> ListObservation {
    let follower = GroupedFollower(self, ignoring: ignoring, body)
    let registration = ObserverRegistration(
      changeSignal: changeSignal, cadence: cadence, prepare: preparation
    ) {
      follower.notify()
    }
    registration.listen()
    follower.begin(notifyingOfAllRows: initial)
    return ListObservation(registration)
  }

  /// Returns the transitions of the grouped list, for use in a task.
  ///
  /// This is a method for the same reason as ``ListReading/transitions(initial:)``.
  ///
  /// - Parameter initial: Whether the first transition is a reset with all rows.
  /// - Returns: A sequence that can be iterated any number of times.
  public func transitions(initial: Bool = true) -> GroupedTransitions<Key, Element> {
    GroupedTransitions(self, initial: initial)
  }
}

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

  func begin(notifyingOfAllRows: Bool) {
    last = list.snapshot()
    if notifyingOfAllRows { body(GroupedTransition(initial: last)) }
  }

  func notify() -> Bool {
    let transition = list.changes(since: last, budget: StepBudget.mainActor)
    last = transition.new
    guard !transition.isEmpty else { return false }
    if let ignored, transition.origins.areOnly(ignored) { return false }
    body(transition)
    return true
  }
}
