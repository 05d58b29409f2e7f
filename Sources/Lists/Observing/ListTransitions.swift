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
  /// This is a method, where other types have a property `events`, because the caller chooses how
  /// often there is a transition, and whether the first one has all rows, as with
  /// ``observe(_:initial:ignoring:_:)``.
  ///
  /// - Parameters:
  ///   - cadence: How often there is a transition at most. With
  ///     ``ListObservation/Cadence/atMost(every:clock:)``, the interval is measured from the last
  ///     transition; the first one with all rows does not count. All others are the same here: a
  ///     transition is returned as soon as the task asks for it and there are changes.
  ///   - initial: Whether the first transition is a reset with all rows.
  /// - Returns: A sequence that can be iterated any number of times.
  public func transitions(
    _ cadence: ListObservation.Cadence = .nextTurn, initial: Bool = true
  ) -> some AsyncSequence<Transition, Never> & Sendable {
    ListTransitions(list: self, cadence: cadence, initial: initial)
  }
}

private struct ListTransitions<List: RowsReading>: AsyncSequence, Sendable {
  let list: List
  let cadence: ListObservation.Cadence
  let initial: Bool

  func makeAsyncIterator() -> Iterator { Iterator(list, cadence, initial: initial) }

  struct Iterator: AsyncIteratorProtocol {
    private let list: List
    private let waiter: ChangeWaiter
    private var last: List.Snapshot
    private let cadence: ListObservation.Cadence
    private var isInitial: Bool
    /// Returns when the interval since the last transition is over; nil if there is none.
    private var pause: ListObservation.Cadence.Pause?

    init(_ list: List, _ cadence: ListObservation.Cadence, initial: Bool) {
      self.list = list
      self.cadence = cadence
      isInitial = initial
      waiter = ChangeWaiter(list.changeSignal)
      last = initial ? List.Snapshot() : list.snapshot()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> List.Transition? {
      while !Task.isCancelled {
        // Listen before the list is read: changes made after the read are signalled.
        waiter.listen()
        if let pause {
          guard (try? await pause()) != nil else { return nil }
          self.pause = nil
        }
        await list.prepareIfOnMain()
        let transition = list.changes(since: last)
        last = transition.new
        if !transition.isEmpty {
          if !isInitial { pause = cadence.makePause() }
          isInitial = false
          return transition
        }
        await waiter.wait()
      }
      return nil
    }
  }
}
