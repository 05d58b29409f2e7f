internal import StageFloor

extension AnyOperationHandle {
  /// Waits until the outcome is known, whatever it is.
  ///
  /// Any number of tasks may wait, before the end and after it.
  ///
  /// In the body of another operation, the wait gives its place in the manager to others meanwhile,
  /// and keeps its categories. That is so only in the body itself: a task that the body starts, a
  /// child task or another, waits like any task, while the body keeps its place. So a body that
  /// needs several operations of its own manager waits for them one after another, or comes after
  /// them, and does not wait for them in a task group.
  ///
  /// A wait that is cancelled ends at once: its body does not wait for its place, and until another
  /// leaves, one more executes than ``OperationManager/maximumConcurrency`` says.
  ///
  /// - Throws: `CancellationError` if the waiting task was cancelled; an ``OperationError`` if it is
  ///   a body that waits, and the wait could never end.
  public final func waitForEnd() async throws {
    _ = try await wait(timeout: nil)
  }

  /// Waits until the outcome is known, but not for longer than a time.
  ///
  /// The time is measured by the clock of the operation's manager. A body that waits may get its
  /// place back only later: then it goes on later.
  ///
  /// - Parameter timeout: how long to wait at most.
  /// - Returns: whether the outcome is known; false: time ran out.
  /// - Throws: as ``waitForEnd()``.
  public final func waitForEnd(timeout: Duration) async throws -> Bool {
    try await wait(timeout: timeout)
  }

  private func wait(timeout: Duration?) async throws -> Bool {
    let engine = Engine.shared
    guard let ticket = try engine.beginWait(for: self, from: OperationContext.current)
    else { return true }
    let deadline = timeout.map { engine.setEnd(ofWait: ticket, for: self, after: $0) }
    let isTold = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        engine.park(ticket, for: self, continuation)
      }
    } onCancel: {
      engine.cancelWait(ticket, for: self)
    }
    guard let deadline else {
      if !isTold { throw CancellationError() }
      return true
    }
    let hasEnded = engine.lock.withLock {
      manager.agenda.remove(deadline)
      return core.details.verdict != nil
    }
    if !isTold { throw CancellationError() }
    return hasEnded
  }
}

extension Engine {
  /// Waits for the end of an operation even in a task that is cancelled.
  func waitWhateverHappens(
    for handle: AnyOperationHandle, from context: OperationContext?
  ) async throws {
    guard let ticket = try beginWait(for: handle, from: context) else { return }
    _ = await withUnsafeContinuation { park(ticket, for: handle, $0) }
  }

  /// A place among those who wait for an operation.
  ///
  /// - Parameters:
  ///   - given: the operation.
  ///   - context: what the waiting code has for its context. Only if it is the body itself, its
  ///     operation waits.
  /// - Returns: nil if its outcome is known.
  /// - Throws: an ``OperationError`` if the wait could never end.
  func beginWait(
    for given: AnyOperationHandle, from context: OperationContext?
  ) throws -> UInt64? {
    let handle = given.core
    let task = context == nil ? nil : TaskIdentity.current
    let answer = perform { _ -> Result<UInt64?, OperationError> in
      guard handle.details.verdict == nil else { return .success(nil) }
      var waiter = OperationWaiter(ticket: drawTicket())
      if let context, isBody(of: context, in: task),
        let slot = machine.slot(of: context.handle.id), machine[slot].phase == .executing,
        let other = machine.slot(of: handle.id)
      {
        let awaiting = context.handle
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

  /// Whoever has a ticket is ready to be woken.
  func park(
    _ ticket: UInt64, for handle: AnyOperationHandle,
    _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    let handle = handle.core
    let answer = perform { _ -> Bool? in
      let rarities = handle.details.rarities
      guard var waiter = rarities.waiters[ticket] ?? rarities.arriving[ticket] else { return true }
      if case .cancelled = waiter.wake {
        removeWaiter(ticket, of: rarities)
        return false
      }
      if case .late = waiter.wake {
        return endLate(waiter, of: handle) ? true : park(continuation, ticket)
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

  /// Under the lock: a wait has ended, and is to get its place back before the body goes on.
  private func park(
    _ continuation: UnsafeContinuation<Bool, Never>, _ ticket: UInt64
  ) -> Bool? {
    parked[ticket] = continuation
    return nil
  }

  /// The task that has a ticket was cancelled.
  func cancelWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    let handle = handle.core
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

  func removeWaiter(_ ticket: UInt64, of rarities: HandleRarities) {
    rarities.waiters[ticket] = nil
    rarities.arriving[ticket] = nil
  }
}
