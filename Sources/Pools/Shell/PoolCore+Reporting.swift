internal import StageFloor
internal import Synchronization

extension PoolCore {
  // MARK: Observers

  /// The fast path is closed in the same critical section: each loan that begins afterwards takes
  /// the lock, and is recorded.
  final func observe(_ body: @escaping @Sendable (PoolEvent) -> Void) -> ObservationToken {
    let observer = EventObserver(body)
    add(observer)
    return observer.makeToken { [reference] in reference.take()?.remove($0) }
  }

  final var events: AsyncStream<PoolEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: PoolEvent.self, bufferingPolicy: .bufferingNewest(PoolEvent.bufferLimit))
    let source = PoolEventSource(continuation)
    let observer = EventObserver { event in source.continuation.yield(event) }
    add(observer)
    // Weak, because the observer retains the source, and the sequence ends when the core releases
    // the observer.
    continuation.onTermination = { [weak observer, reference] _ in
      observer?.cancel(in: reference)
    }
    return events
  }

  private func add(_ observer: EventObserver<PoolEvent>) {
    decide { state, _, _ in
      state.isFastPathDisabled = true
      state.observers.add(observer)
      observersChanged(isObserved: !state.observers.isEmpty)
    }
  }

  final func remove(_ observer: EventObserver<PoolEvent>) {
    decide(.calm) { state, _, _ in
      state.observers.remove(observer)
      observersChanged(isObserved: !state.observers.isEmpty)
    }
  }

  /// Call them without the lock; copy them first where the core may be deallocated meanwhile.
  final var observers: [EventObserver<PoolEvent>?] {
    isObserved ? lock.withLock { state.pointee.observers.places } : []
  }

  /// None if the loan was not recorded: the first observer was added since it was granted, and will
  /// not be notified of its return either.
  final func observers(ofLoanIn slot: SlotRef) -> [EventObserver<PoolEvent>?] {
    guard isObserved else { return [] }
    return lock.withLock {
      state.pointee.isRecorded(slot.index) ? state.pointee.observers.places : []
    }
  }

  final func report(_ event: @autoclosure () -> PoolEvent) {
    observers.notify(event())
  }

  final func error(
    _ code: PoolError.Code, waitedSince start: Int64? = nil, sawNoReturn: Bool = false
  ) -> PoolError {
    let now = timekeeper.now
    var error = PoolError(
      code: code, snapshot: snapshot, waited: start.map { .nanoseconds(max(0, now - $0)) },
      lastCreationError: decide(.calm) { state, _, _ in state.lastCreationError })
    error.sawNoReturn = sawNoReturn
    return error
  }

  final var existing: Int {
    decide(.calm) { state, _, _ in state.machine.existing }
  }

  final var inLine: Int { lock.withLock { state.pointee.machine.line.count } }

  final var snapshot: PoolSnapshot {
    var snapshot = decide(.calm) { state, _, _ in state.snapshot }
    snapshot.name = traits.name
    // Without a fast path no element is idle there, and slots may be removed during the scan.
    if neverHasFastPath { return snapshot }
    var onFastPath = 0
    for index in 0..<table.count where table[index].state == SlotState.idle { onFastPath += 1 }
    snapshot.idle += onFastPath
    snapshot.onLoan = max(0, snapshot.onLoan - onFastPath)
    return snapshot
  }

  // MARK: Loans

  /// To be formatted without the lock.
  struct LoanNote {
    var mark: LoanMark
    var label: String?
    var since: Int64

    func loan(at now: Int64) -> PoolLoan {
      PoolLoan(
        site: mark.site, label: label, age: since == 0 ? nil : .nanoseconds(max(0, now - since)))
    }
  }

  final var loans: [PoolLoan] {
    let notes = decide(.calm) { state, _, _ in loanNotes(state) }
    let now = timekeeper.now
    return notes.map { $0.loan(at: now) }
  }

  /// With the lock held.
  final func loanNotes(_ state: PoolState) -> [LoanNote] {
    var indices: [Int] = []
    state.machine.slots.forEachOut { indices.append($0) }
    var notes: [LoanNote] = []
    for index in indices.sorted() {
      let slot = table[index]
      // For the machine, an element that is idle on the fast path is on loan.
      guard slot.state != SlotState.idle else { continue }
      let label = state.labels[index]
      let noted = index < state.loans.count ? state.loans[index].since : 0
      notes.append(
        LoanNote(mark: slot.mark, label: label?.text, since: label?.since ?? noted))
    }
    return notes
  }
}

extension EventObserver<PoolEvent> {
  /// The caller retains the observer, so it is not released under the pool's lock.
  fileprivate func cancel(in core: CoreReference) {
    if cancel() { core.take()?.remove(self) }
  }
}

extension PoolState {
  fileprivate var snapshot: PoolSnapshot {
    var snapshot = tally
    let slots = machine.slots
    snapshot.capacity = machine.rules.capacity == .max ? nil : machine.rules.capacity
    snapshot.idle = slots.idleCount
    snapshot.onLoan = slots.outCount
    snapshot.creating = slots.buildingCount
    snapshot.preparing = slots.preparingCount
    snapshot.destroying = slots.destroyingCount
    snapshot.waiting = machine.line.count
    return snapshot
  }

  /// Each is returned once, with its age.
  mutating func longHolds(at now: Int64, threshold: Int64?) -> [(Int, Int64)] {
    guard let threshold, let check = longHoldCheckAt, now >= check else { return [] }
    longHoldCheckAt = nil
    var found: [(Int, Int64)] = []
    var out: [Int] = []
    machine.slots.forEachOut { out.append($0) }
    for slot in out where isRecorded(slot) && !loans[slot].isReportedLong {
      let age = now - loans[slot].since
      if age >= threshold {
        loans[slot].isReportedLong = true
        tally.longHolds += 1
        found.append((slot, age))
      } else {
        let due = loans[slot].since + threshold
        longHoldCheckAt = min(longHoldCheckAt ?? due, due)
      }
    }
    return found
  }
}
