/// What happens to a list, as a sequence of steps.
///
/// ```swift
/// for await transition in orders.transitions() {
///   await archive.store(transition.new.version, transition.inserted)
/// }
/// ```
///
/// Each iteration is on its own. A step begins where the one before ended, and ends at the list as
/// it is when it is asked for: whoever is slow gets fewer and larger steps, and nothing is kept for
/// them meanwhile. The sequence ends when its task is cancelled. It keeps the list alive.
public struct ListTransitions<List: ListReading>: AsyncSequence, Sendable {
  /// A step from one version to another.
  public typealias Element = ListTransition<List.Element>

  private let list: List
  private let initial: Bool

  init(_ list: List, initial: Bool) {
    self.list = list
    self.initial = initial
  }

  /// Begins at the list as it is now.
  public func makeAsyncIterator() -> Iterator { Iterator(list, initial: initial) }

  /// One who follows a list.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: List
    private let waiter: BellWaiter
    private var last: ListSnapshot<List.Element>
    private var isAtBeginning: Bool

    init(_ list: List, initial: Bool) {
      self.list = list
      waiter = BellWaiter(list.bell)
      last = list.snapshot()
      isAtBeginning = initial
    }

    /// The next step, which is not empty, unless it is the first; nil once the task is cancelled.
    ///
    /// - Parameter actor: where it is awaited.
    /// - Returns: the step.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> ListTransition<List.Element>? {
      if isAtBeginning {
        isAtBeginning = false
        last = list.snapshot()
        return Task.isCancelled ? nil : ListTransition(initial: last)
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

extension ListReading {
  /// What happens to the list, for tasks.
  ///
  /// - Parameter initial: whether the first step is the one to all rows, as a reset.
  /// - Returns: a sequence that can be iterated any number of times.
  public func transitions(initial: Bool = true) -> ListTransitions<Self> {
    ListTransitions(self, initial: initial)
  }
}
