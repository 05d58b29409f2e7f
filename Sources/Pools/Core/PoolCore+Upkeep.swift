internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// The pool has made an element in `slot`, which took so many nanoseconds.
  final func built(_ slot: SlotRef, taking taken: Int64) {
    let observer = traits.observer
    let (listeners, _) = decide { desk, now, orders in
      desk.machine.built(slot.index, at: now == 0 ? timekeeper.now : now, into: &orders)
      return (desk.endReachedWarmUps(), noteCreation(&desk, taking: taken))
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    observer?(.created(taking: .nanoseconds(taken)))
  }

  /// An element from outside is in `slot`.
  final func added(_ slot: SlotRef) {
    let listeners = decide { desk, now, orders in
      desk.machine.added(slot.index, at: now == 0 ? timekeeper.now : now, into: &orders)
      return desk.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
  }

  /// The pool could not make an element for `slot`.
  final func buildFailed(_ slot: SlotRef, with error: any Error) {
    let observer = traits.observer
    let (listeners, _) = decide { desk, now, orders in
      let warmUps = desk.machine.buildFailed(
        slot.index, with: error, at: now == 0 ? timekeeper.now : now, into: &orders)
      return (desk.endWarmUps(warmUps, with: .failure(error)), desk.noteFailedCreation(error))
    }
    for listener in listeners { listener.resume(returning: .failure(error)) }
    observer?(.creationFailed(error))
  }

  /// The pool has prepared the element in `slot` for its next borrower.
  final func prepared(_ slot: SlotRef) {
    decide { desk, now, orders in
      desk.machine.prepared(slot.index, at: now, into: &orders)
    }
  }

  final func trim(_ how: Trim) -> Int {
    let shedding: Machine.Shedding
    switch how {
    case .all: shedding = .all
    case .fraction(let share):
      require((0...1).contains(share), "A fraction lies between 0 and 1; \(share) does not.")
      shedding = .fraction(share)
    case .idleLonger(let age): shedding = .idle(atLeast: age.wholeNanoseconds)
    }
    return decide { desk, now, orders in
      desk.machine.shed(shedding, at: now == 0 ? timekeeper.now : now, into: &orders)
    }
  }

  final func invalidateAll() {
    decide { desk, now, orders in
      desk.machine.invalidateAll(at: now, into: &orders)
    }
  }

  final func setCapacity(_ capacity: Int) {
    let listeners = decide { desk, now, orders in
      desk.machine.setCapacity(
        capacity, at: now == 0 ? timekeeper.now : now, into: &orders)
      return desk.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
  }

  /// Waits until the pool has made `count` elements, or one could not be made.
  final func warmUp(to count: Int) async throws {
    require(count >= 0, "warmUp(to:) counts elements; \(count) is none.")
    let (isOpen, ticket, listeners) = decide {
      desk, now, orders -> (Bool, UInt64?, [Desk.WarmUpListeners.Continuation]) in
      guard desk.machine.service == .open else { return (false, nil, []) }
      guard desk.machine.rules.builder == .pool else { return (true, nil, []) }
      let ticket = desk.warmUpListeners.ticket()
      desk.machine.warmUp(ticket, to: count, at: now == 0 ? timekeeper.now : now, into: &orders)
      return (true, ticket, desk.endReachedWarmUps())
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    guard isOpen else { throw error(.shutDown) }
    guard let ticket else { return }
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation {
        (continuation: WaiterTable<Result<Void, any Error>>.Continuation) in
        let news = decide(.calm) { desk, _, _ in desk.warmUpListeners.wait(ticket, continuation) }
        if let news { continuation.resume(returning: news) }
      }
    } onCancel: {
      let cancelled = Result<Void, any Error>.failure(CancellationError())
      let continuation = decide(.calm) { desk, _, _ in
        // Nothing more is made for it.
        desk.machine.warmUps.remove(ticket)
        return desk.warmUpListeners.settle(ticket, with: cancelled)
      }
      continuation?.resume(returning: cancelled)
    }
    try result.get()
  }
}

extension Desk {
  /// Ends the warm-ups that have what they asked for.
  ///
  /// - Returns: the waiters to resume, without the lock.
  fileprivate mutating func endReachedWarmUps() -> [WarmUpListeners.Continuation] {
    endWarmUps(machine.takeReachedWarmUps(), with: .success(()))
  }

  fileprivate mutating func endWarmUps(
    _ tickets: [UInt64], with result: Result<Void, any Error>
  ) -> [WarmUpListeners.Continuation] {
    tickets.compactMap { warmUpListeners.settle($0, with: result) }
  }
}
