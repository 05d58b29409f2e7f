/// What happens to a grouped list, as a sequence of steps.
///
/// Each iterator is on its own. A step begins where the one before ended, and ends at the list as it
/// is when it is asked for: whoever is slow gets fewer and larger steps. The sequence ends when its
/// task is cancelled. It keeps the list alive.
public struct GroupedTransitions<Key: Hashable & Sendable, Row: Identifiable & Sendable>:
  AsyncSequence, Sendable
where Row.ID: Sendable {
  /// A step from one version to another.
  public typealias Element = GroupedTransition<Key, Row>

  private let list: GroupedList<Key, Row>
  private let initial: Bool

  init(_ list: GroupedList<Key, Row>, initial: Bool) {
    self.list = list
    self.initial = initial
  }

  /// Begins at the list as it is now.
  public func makeAsyncIterator() -> Iterator { Iterator(list, initial: initial) }

  /// One who follows a list.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: GroupedList<Key, Row>
    private let waiter: BellWaiter
    private var last: GroupedSnapshot<Key, Row>
    private var isAtBeginning: Bool

    init(_ list: GroupedList<Key, Row>, initial: Bool) {
      self.list = list
      waiter = BellWaiter(list.bell)
      last = list.snapshot()
      isAtBeginning = initial
    }

    /// The next step, which is not empty, unless it is the first; nil once the task is cancelled.
    ///
    /// - Parameter actor: where it is awaited.
    /// - Returns: a step, or nil.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> GroupedTransition<Key, Row>? {
      if isAtBeginning {
        isAtBeginning = false
        last = list.snapshot()
        return Task.isCancelled ? nil : GroupedTransition(initial: last)
      }
      while !Task.isCancelled {
        // Before the list is read: what changes after that rings.
        waiter.listen()
        let transition = list.changes(since: last)
        last = transition.new
        guard transition.isEmpty else { return transition }
        await waiter.wait()
      }
      return nil
    }
  }
}
