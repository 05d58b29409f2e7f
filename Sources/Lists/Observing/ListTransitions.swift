extension RowsReading {
  /// Returns the transitions of the list, as an asynchronous sequence for use in a task.
  ///
  /// ```swift
  /// for await transition in orders.transitions() {
  ///   await archive.store(transition.new.version, transition.inserted)
  /// }
  /// ```
  ///
  /// - Iterations are independent. Each transition begins where the previous one ended, and ends at
  ///   the current version when it is requested: a slow consumer receives fewer and larger
  ///   transitions, and nothing is buffered for it. No transition is empty.
  /// - The sequence ends when its task is cancelled. It retains the list.
  /// - On the main actor, a derived list whose update takes long is updated in the background
  ///   before its transition is returned.
  ///
  /// This is a method, where other types have a property `events`, because the caller chooses
  /// whether the first transition has all rows, as with ``observe(_:initial:ignoring:_:)``.
  ///
  /// - Parameter initial: Whether the first transition is a reset with all rows.
  /// - Returns: A sequence that can be iterated any number of times.
  public func transitions(
    initial: Bool = true
  ) -> some AsyncSequence<Transition, Never> & Sendable {
    ListTransitions(list: self, initial: initial)
  }
}

private struct ListTransitions<List: RowsReading>: AsyncSequence, Sendable {
  let list: List
  let initial: Bool

  func makeAsyncIterator() -> Iterator { Iterator(list, initial: initial) }

  struct Iterator: AsyncIteratorProtocol {
    private let list: List
    private let waiter: ChangeWaiter
    private var last: List.Snapshot

    init(_ list: List, initial: Bool) {
      self.list = list
      waiter = ChangeWaiter(list.changeSignal)
      last = initial ? List.Snapshot() : list.snapshot()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> List.Transition? {
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
