internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Records that the pool created an element in `slot`, and the duration in nanoseconds.
  final func built(_ slot: SlotRef, taking taken: Int64) {
    let observer = traits.observer
    let (listeners, _) = decide { desk, now, orders in
      desk.machine.built(slot.index, at: now == 0 ? timekeeper.now : now, into: &orders)
      return (desk.endReachedWarmUps(), noteCreation(&desk, taking: taken))
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    observer?(.created(taking: .nanoseconds(taken)))
  }

  /// Records that an existing element was stored in `slot`.
  final func added(_ slot: SlotRef) {
    let listeners = decide { desk, now, orders in
      desk.machine.added(slot.index, at: now == 0 ? timekeeper.now : now, into: &orders)
      return desk.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
  }

  /// Records that the pool failed to create an element for `slot`.
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

  /// Records that the pool prepared the element in `slot` for its next borrower.
  final func prepared(_ slot: SlotRef) {
    decide { desk, now, orders in
      desk.machine.prepared(slot.index, at: now, into: &orders)
    }
  }

  final func trim(_ how: PoolTrim) -> Int {
    let shedding: Machine.Shedding
    switch how {
    case .all: shedding = .all
    case .fraction(let share):
      require((0...1).contains(share), "A share must be between 0 and 1, not \(share).")
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

  /// Waits until the pool has created `count` elements, or a creation failed.
  final func warmUp(to count: Int) async throws {
    require(count >= 0, "warmUp(to:) takes a count of 0 or more, not \(count).")
    let (isOpen, ticket, listeners) = decide {
      desk, now, orders -> (Bool, UInt64?, [Desk.WarmUpListeners.Continuation]) in
      guard desk.machine.service == .open else { return (false, nil, []) }
      guard desk.machine.rules.builder == .pool else { return (true, nil, []) }
      let ticket = desk.warmUpListeners.ticket()
      desk.machine.warmUp(ticket, to: count, at: now == 0 ? timekeeper.now : now, into: &orders)
      return (true, ticket, desk.endReachedWarmUps())
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    guard isOpen else { throw error(.shutdown) }
    guard let ticket else { return }
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation {
        (continuation: Listeners<Result<Void, any Error>>.Continuation) in
        let news = decide(.calm) { desk, _, _ in desk.warmUpListeners.wait(ticket, continuation) }
        if let news { continuation.resume(returning: news) }
      }
    } onCancel: {
      let cancelled = Result<Void, any Error>.failure(CancellationError())
      let continuation = decide(.calm) { desk, _, _ in
        // No further elements are created for this call.
        desk.machine.warmUps.remove(ticket)
        return desk.warmUpListeners.settle(ticket, with: cancelled)
      }
      continuation?.resume(returning: cancelled)
    }
    try result.get()
  }
}

extension Desk {
  /// Ends the warm-ups that reached their count.
  ///
  /// - Returns: The waiters to resume, without the lock.
  fileprivate mutating func endReachedWarmUps() -> [WarmUpListeners.Continuation] {
    endWarmUps(machine.takeReachedWarmUps(), with: .success(()))
  }

  fileprivate mutating func endWarmUps(
    _ tickets: [UInt64], with result: Result<Void, any Error>
  ) -> [WarmUpListeners.Continuation] {
    tickets.compactMap { warmUpListeners.settle($0, with: result) }
  }
}
