extension RowsReading {
  /// Notifies an observer of changes of the list, on the main actor.
  ///
  /// ```swift
  /// observation = orders.observe { [table] transition in
  ///   table.show(transition)
  /// }
  /// ```
  ///
  /// - Each transition begins where the previous one ended, and ends at the current version at the
  ///   time of the call. An observer that is slow or paused receives all changes made meanwhile at
  ///   once. At most one call is pending.
  /// - Edits that the observer makes are delivered in a later turn, never inside the call.
  /// - Observers are independent: each has its own cadence and its own version. The order in which
  ///   they are notified is unspecified.
  /// - If a derived list must be updated before a notification, and this would keep the main actor
  ///   for more than a few milliseconds, it is updated in the background, and the observer is
  ///   notified in a turn after that. A list that changes faster than it can be updated is
  ///   delivered after three such updates at the latest. Neither ``ListObservation/flush()`` nor
  ///   the initial notification waits for the background.
  /// - Edits that cancel each other out are not delivered.
  /// - A diff that would take the main actor more than a few milliseconds is delivered as a reset.
  ///   The limits are about 8,000 adjacent rows that were removed or inserted (a move counts
  ///   twice), or some tens of thousands of adjacent rows with new content, and a few thousand if
  ///   the rows are scattered. A transition of few rows is also a reset if thousands of rows around
  ///   them were given new order keys. The same edits always give the same transition.
  ///   ``changes(since:)`` has no such limit, nor do your own implementations of `ListReading`.
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
    _ cadence: ListObservation.Cadence = .nextTurn, initial: Bool = true,
    ignoring: ListOrigin? = nil,
    _ body: @escaping @MainActor (Transition) -> Void
  ) -> ListObservation {
    let follower = ListFollower(self, ignoring: ignoring, body)
    let registration = ObserverRegistration(
      changeSignal: changeSignal, cadence: cadence, prepare: preparation
    ) {
      follower.notify()
    }
    registration.listen()
    follower.begin(notifyingOfAllRows: initial)
    return ListObservation(registration)
  }
}

@MainActor
private final class ListFollower<List: RowsReading> {
  private let list: List
  private let delivery: (_ old: List.Snapshot) -> List.Transition
  private let ignored: ListOrigin?
  private let body: @MainActor (List.Transition) -> Void
  private var last = List.Snapshot()

  init(
    _ list: List, ignoring ignored: ListOrigin?,
    _ body: @escaping @MainActor (List.Transition) -> Void
  ) {
    self.list = list
    delivery = list.delivery
    self.ignored = ignored
    self.body = body
  }

  func begin(notifyingOfAllRows: Bool) {
    guard notifyingOfAllRows else {
      last = list.snapshot()
      return
    }
    let first = list.changes(since: last)
    last = first.new
    body(first)
  }

  func notify() -> Bool {
    let transition = delivery(last)
    last = transition.new
    guard !transition.isEmpty else { return false }
    if let ignored, transition.origins.areOnly(ignored) { return false }
    body(transition)
    return true
  }
}
