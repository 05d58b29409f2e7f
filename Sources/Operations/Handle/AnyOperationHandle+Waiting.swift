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
    for handle: AnyOperationHandle, from awaiting: AnyOperationHandle?
  ) throws -> UInt64? {
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

  /// Whoever has a ticket is ready to be woken.
  func park(
    _ ticket: UInt64, for handle: AnyOperationHandle,
    _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    let answer = perform { _ -> Bool? in
      let rarities = handle.details.rarities
      guard var waiter = rarities.waiters[ticket] ?? rarities.arriving[ticket] else { return true }
      if case .cancelled = waiter.wake {
        removeWaiter(ticket, of: rarities)
        return false
      }
      guard handle.details.verdict == nil else {
        removeWaiter(ticket, of: rarities)
        guard endAwait(of: waiter, isCancelled: false) else {
          parked[ticket] = continuation
          return nil
        }
        return true
      }
      waiter.wake = .task(continuation)
      rarities.waiters[ticket] = waiter
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  /// The task that has a ticket was cancelled.
  func cancelWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    let continuation = perform { _ -> UnsafeContinuation<Bool, Never>? in
      let rarities = handle.details.rarities
      guard handle.details.verdict == nil, var waiter = rarities.waiters[ticket] else { return nil }
      _ = endAwait(of: waiter, isCancelled: true)
      if let other = machine.slot(of: handle.id) {
        if let awaiting = waiter.awaiting, let slot = machine.slot(of: awaiting.id) {
          machine.removeAwait(of: other, by: slot)
        }
        machine.removeInterest(other)
      }
      guard case .task(let continuation) = waiter.wake else {
        waiter.wake = .cancelled
        rarities.waiters[ticket] = waiter
        return nil
      }
      rarities.waiters[ticket] = nil
      return continuation
    }
    continuation?.resume(returning: false)
  }

  private func removeWaiter(_ ticket: UInt64, of rarities: HandleRarities) {
    rarities.waiters[ticket] = nil
    rarities.arriving[ticket] = nil
  }
}
