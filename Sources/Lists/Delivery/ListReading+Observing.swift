extension ListReading {
  /// Tells an observer on the main actor what happens to the list.
  ///
  /// ```swift
  /// observation = orders.observe { [table] transition in
  ///   table.show(transition)
  /// }
  /// ```
  ///
  /// - Each transition begins where the one before ended, and ends at the list as it is when the
  ///   observer is told. An observer that is slow, or paused, hears of all that happened meanwhile
  ///   at once. There is never more than one call on its way.
  /// - An edit that the observer makes is told of in a later turn, never inside the call.
  /// - Observers are independent: each has its own cadence, and is at its own version. In which
  ///   order they are told is not said.
  /// - Edits that have cancelled each other out are not told of.
  /// - A step that would cost the main actor more than a few milliseconds to find is a reset: beyond
  ///   about 8,000 rows that come or go side by side, where a move counts twice, or some tens of
  ///   thousands of rows with new content that stand together, and beyond a few thousand if they are
  ///   scattered. A step of few rows is a reset too if thousands of rows around them were given new
  ///   order keys. The same edits always give the same step. ``changes(since:)`` has no such bound,
  ///   nor have lists of types of your own.
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
    _ body: @escaping @MainActor (ListTransition<Element>) -> Void
  ) -> ListObservation {
    let follower = ListFollower(self, ignoring: ignoring, body)
    let seat = DeliverySeat(bell: bell, cadence: cadence) { follower.tell() }
    seat.listen()
    follower.begin(tellingAll: initial)
    return ListObservation(seat)
  }
}

/// What an observer knows of its list.
@MainActor
private final class ListFollower<List: ListReading> {
  private let list: List
  private let delivery: (_ old: ListSnapshot<List.Element>) -> ListTransition<List.Element>
  private let ignored: ListOrigin?
  private let body: @MainActor (ListTransition<List.Element>) -> Void
  private var last: ListSnapshot<List.Element>

  init(
    _ list: List, ignoring ignored: ListOrigin?,
    _ body: @escaping @MainActor (ListTransition<List.Element>) -> Void
  ) {
    self.list = list
    delivery = list.delivery
    self.ignored = ignored
    self.body = body
    last = ListSnapshot([])
  }

  func begin(tellingAll: Bool) {
    last = list.snapshot()
    if tellingAll { body(ListTransition(initial: last)) }
  }

  /// - Returns: whether there was something to tell.
  func tell() -> Bool {
    let transition = delivery(last)
    last = transition.new
    guard !transition.isEmpty else { return false }
    if let ignored, transition.origins.areOnly(ignored) { return false }
    body(transition)
    return true
  }
}
