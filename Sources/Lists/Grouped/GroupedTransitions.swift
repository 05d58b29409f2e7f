/// The transitions of a grouped list, as an asynchronous sequence.
///
/// Iterations are independent. Each transition begins where the previous one ended, and ends at the
/// current version when it is requested: a slow consumer receives fewer and larger transitions. The
/// sequence ends when its task is cancelled. It retains the list.
public struct GroupedTransitions<Key: Hashable & Sendable, Row: Identifiable & Sendable>:
  AsyncSequence, Sendable
where Row.ID: Sendable {
  /// A transition from one version to another.
  public typealias Element = GroupedTransition<Key, Row>

  private let list: GroupedList<Key, Row>
  private let initial: Bool

  init(_ list: GroupedList<Key, Row>, initial: Bool) {
    self.list = list
    self.initial = initial
  }

  /// Creates an iterator that begins at the current version of the list.
  public func makeAsyncIterator() -> Iterator { Iterator(list, initial: initial) }

  /// An iterator over the transitions of a grouped list.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: GroupedList<Key, Row>
    private let waiter: ChangeWaiter
    private var last: GroupedSnapshot<Key, Row>
    private var isAtBeginning: Bool

    init(_ list: GroupedList<Key, Row>, initial: Bool) {
      self.list = list
      waiter = ChangeWaiter(list.changeSignal)
      last = initial ? GroupedSnapshot([]) : list.snapshot()
      isAtBeginning = initial
    }

    /// Returns the next transition, which is not empty; nil once the task is cancelled.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The transition.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> GroupedTransition<Key, Row>? {
      if isAtBeginning {
        isAtBeginning = false
        await list.prepareIfOnMain()
        last = list.snapshot()
        return Task.isCancelled ? nil : GroupedTransition(initial: last)
      }
      while !Task.isCancelled {
        // Listen before the list is read: changes made after the read are signalled.
        waiter.listen()
        await list.prepareIfOnMain()
        let transition = list.changes(since: last)
        last = transition.new
        guard transition.isEmpty else { return transition }
        await waiter.wait()
      }
      return nil
    }
  }
}
