/// The transitions of a list, as an asynchronous sequence.
///
/// ```swift
/// for await transition in orders.transitions() {
///   await archive.store(transition.new.version, transition.inserted)
/// }
/// ```
///
/// Iterations are independent. Each transition begins where the previous one ended, and ends at the
/// current version when it is requested: a slow consumer receives fewer and larger transitions, and
/// nothing is buffered for it. The sequence ends when its task is cancelled. It retains the list.
///
/// On the main actor, a derived list whose update takes long is updated in the background before
/// its transition is returned.
public struct ListTransitions<List: ListReading>: AsyncSequence, Sendable {
  /// A transition from one version to another.
  public typealias Element = ListTransition<List.Element>

  private let list: List
  private let initial: Bool

  init(_ list: List, initial: Bool) {
    self.list = list
    self.initial = initial
  }

  /// Creates an iterator that begins at the current version of the list.
  public func makeAsyncIterator() -> Iterator { Iterator(list, initial: initial) }

  /// An iterator over the transitions of a list.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: List
    private let waiter: ChangeWaiter
    private var last: ListSnapshot<List.Element>
    private var isAtBeginning: Bool

    init(_ list: List, initial: Bool) {
      self.list = list
      waiter = ChangeWaiter(list.changeSignal)
      last = initial ? ListSnapshot([]) : list.snapshot()
      isAtBeginning = initial
    }

    /// Returns the next transition, which is not empty; nil once the task is cancelled.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The transition.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> ListTransition<List.Element>? {
      if isAtBeginning {
        isAtBeginning = false
        await list.prepareIfOnMain()
        last = list.snapshot()
        return Task.isCancelled ? nil : ListTransition(initial: last)
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

extension ListReading {
  /// Returns the transitions of the list, for use in a task.
  ///
  /// This is a method, where other types have a property `events`, because the caller chooses
  /// whether the first transition has all rows, as with ``observe(_:initial:ignoring:_:)``.
  ///
  /// - Parameter initial: Whether the first transition is a reset with all rows.
  /// - Returns: A sequence that can be iterated any number of times.
  public func transitions(initial: Bool = true) -> ListTransitions<Self> {
    ListTransitions(self, initial: initial)
  }
}
