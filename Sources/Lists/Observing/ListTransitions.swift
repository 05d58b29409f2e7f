internal import StageFloor

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
  /// - The sequence ends when its task is cancelled. It retains the list and, if `initial` is false,
  ///   the version at which each iteration begins.
  /// - On the main actor, a derived list whose update takes long is updated in the background
  ///   before its transition is returned.
  ///
  /// This is a method, where other types have a property `events`, because the caller chooses how
  /// often there is a transition, and whether the first one has all rows.
  ///
  /// - Parameters:
  ///   - interval: The minimum time from one transition to the next; the first one with all rows
  ///     does not count. If it is not positive, a transition is returned as soon as the task asks
  ///     for it and there are changes.
  ///   - clock: The clock that measures the interval.
  ///   - initial: Whether the first transition is a reset with all rows. If not, each iteration
  ///     begins at the version of the list when this is called, which updates a derived list.
  /// - Returns: A sequence that can be iterated any number of times.
  public func transitions(
    every interval: Duration = .zero, clock: any Clock<Duration> & Sendable = ContinuousClock(),
    initial: Bool = true
  ) -> some AsyncSequence<Transition, Never> & Sendable {
    ListTransitions(
      list: self, interval: interval, clock: clock, first: initial ? nil : snapshot())
  }
}

private struct ListTransitions<List: RowsReading>: AsyncSequence, Sendable {
  let list: List
  let interval: Duration
  let clock: any Clock<Duration> & Sendable
  /// Where the first transition begins; nil if it has all rows.
  let first: List.Snapshot?

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let list: List
    private let waiter: ChangeWaiter
    private var last: List.Snapshot
    private var isInitial: Bool
    private let interval: Int64
    /// Nil if there is no interval.
    private let timekeeper: Timekeeper?
    /// The end of the interval since the last transition, while it has not been waited for.
    private var pauseEnd: Int64?

    init(_ sequence: ListTransitions) {
      list = sequence.list
      isInitial = sequence.first == nil
      interval = sequence.interval.wholeNanoseconds
      timekeeper = interval > 0 ? Timekeeper(sequence.clock) : nil
      waiter = ChangeWaiter(list.changeSignal)
      last = sequence.first ?? List.Snapshot()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> List.Transition? {
      while !Task.isCancelled {
        // Listen before the list is read: changes made after the read are signalled.
        waiter.listen()
        if let pauseEnd {
          // Without a clock that can sleep, there is no interval.
          try? await timekeeper?.sleep(until: pauseEnd, named: "list transitions")
          if Task.isCancelled { return nil }
          self.pauseEnd = nil
        }
        await list.prepareIfOnMain()
        let transition = list.changes(since: last)
        last = transition.new
        if !transition.isEmpty {
          if !isInitial, let timekeeper { pauseEnd = timekeeper.now + interval }
          isInitial = false
          return transition
        }
        await waiter.wait()
      }
      return nil
    }
  }
}
