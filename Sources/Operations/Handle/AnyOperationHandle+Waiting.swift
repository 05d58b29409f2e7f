internal import StageFloor

extension AnyOperationHandle {
  /// Waits until the outcome is known, whatever it is.
  ///
  /// Any number of tasks may wait, before the end and after it. From the body of another operation,
  /// the wait gives its place in the manager to others meanwhile, and keeps its categories.
  ///
  /// - Throws: `CancellationError` if the waiting task was cancelled; an ``OperationError`` if the
  ///   wait could never end.
  public final func waitForEnd() async throws {
    let engine = Engine.shared
    guard let ticket = try engine.beginWait(for: self, from: OperationContext.current?.handle)
    else { return }
    let hasEnded = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        engine.park(ticket, for: self, continuation)
      }
    } onCancel: {
      engine.cancelWait(ticket, for: self)
    }
    if !hasEnded { throw CancellationError() }
  }
}

extension Engine {
  /// Waits for the end of an operation even in a task that is cancelled.
  func waitWhateverHappens(
    for handle: AnyOperationHandle, from awaiting: AnyOperationHandle?
  ) async throws {
    guard let ticket = try beginWait(for: handle, from: awaiting) else { return }
    _ = await withUnsafeContinuation { park(ticket, for: handle, $0) }
  }

  /// A place among those who wait for an operation.
  ///
  /// - Returns: nil if its outcome is known.
  func beginWait(
    for given: AnyOperationHandle, from awaiting: AnyOperationHandle?
  ) throws -> UInt64? {
    let handle = given.core
    let answer = perform { _ -> Result<UInt64?, OperationError> in
      guard handle.details.verdict == nil else { return .success(nil) }
      var waiter = OperationWaiter(ticket: drawTicket())
      if let awaiting, let slot = machine.slot(of: awaiting.id),
        machine[slot].phase == .executing, let other = machine.slot(of: handle.id)
      {
        do throws(OperationMachine.EdgeRefusal) {
          _ = try machine.beginAwait(other, by: slot)
          waiter.awaiting = awaiting
        } catch {
          return .failure(deadlock(awaiting, error))
        }
      }
      if let other = machine.slot(of: handle.id) { machine.addInterest(other) }
      endReservation(of: given)
      handle.details.rarities.waiters.append(waiter)
      return .success(waiter.ticket)
    }
    return try answer.get()
  }

  private func deadlock(
    _ handle: AnyOperationHandle, _ refusal: OperationMachine.EdgeRefusal
  ) -> OperationError {
    guard case .cycle(let path) = refusal else {
      return OperationError(.alreadyStarted, operation: handle.name)
    }
    return OperationError(.wouldDeadlock, operation: handle.name, path: path.map(name(of:)))
  }

  /// Those who wait stand in the order of their tickets, since both are given under one lock.
  private func place(of ticket: UInt64, among waiters: [OperationWaiter]) -> Int? {
    var (low, high) = (0, waiters.count)
    while low < high {
      let middle = (low + high) / 2
      if waiters[middle].ticket < ticket { low = middle + 1 } else { high = middle }
    }
    return low < waiters.count && waiters[low].ticket == ticket ? low : nil
  }

  /// Whoever has a ticket is ready to be woken.
  func park(
    _ ticket: UInt64, for handle: AnyOperationHandle,
    _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    let handle = handle.core
    let answer = perform { _ -> Bool? in
      guard let place = place(of: ticket, among: handle.details.waiters) else {
        return true
      }
      let waiter = handle.details.waiters[place]
      if case .cancelled = waiter.wake {
        handle.details.rarities.waiters.remove(at: place)
        return false
      }
      guard handle.details.verdict == nil else {
        handle.details.rarities.waiters.remove(at: place)
        guard endAwait(of: waiter, isCancelled: false) else {
          parked[ticket] = continuation
          return nil
        }
        return true
      }
      handle.details.rarities.waiters[place].wake = .task(continuation)
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  /// The task that has a ticket was cancelled.
  func cancelWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    let handle = handle.core
    let continuation = perform { _ -> UnsafeContinuation<Bool, Never>? in
      guard let place = place(of: ticket, among: handle.details.waiters) else {
        return nil
      }
      let waiter = handle.details.waiters[place]
      guard handle.details.verdict == nil else { return nil }
      _ = endAwait(of: waiter, isCancelled: true)
      if let other = machine.slot(of: handle.id) {
        if let awaiting = waiter.awaiting, let slot = machine.slot(of: awaiting.id) {
          machine.removeAwait(of: other, by: slot)
        }
        machine.removeInterest(other)
      }
      guard case .task(let continuation) = waiter.wake else {
        handle.details.rarities.waiters[place].wake = .cancelled
        return nil
      }
      handle.details.rarities.waiters.remove(at: place)
      return continuation
    }
    continuation?.resume(returning: false)
  }
}
