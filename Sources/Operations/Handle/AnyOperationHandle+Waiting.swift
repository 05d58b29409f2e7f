internal import StageFloor

extension AnyOperationHandle {
  /// Waits until the outcome is known.
  ///
  /// Any number of tasks may wait, before and after the end.
  ///
  /// In the body of another operation, the wait frees the slot of that operation for others; its
  /// categories stay held. This applies only to the body itself: a task started by the body,
  /// whether a child task or not, waits like any other task, and the body keeps its slot. A body
  /// that needs several operations of its own manager must therefore wait for them one after
  /// another, or depend on them, and must not wait for them in a task group. In a step of a graph
  /// that the body runs, the body keeps its slot too, but a wait that could never end throws.
  ///
  /// A cancelled wait ends at once. The waiting body does not wait for its slot, so until another
  /// operation ends or waits, one more than ``OperationManager/maximumConcurrency`` executes.
  ///
  /// - Throws: `CancellationError` if the waiting task was cancelled; an ``OperationError`` if a
  ///   body waits and the wait could never end.
  public final func waitForEnd() async throws {
    _ = try await wait(timeout: nil)
  }

  /// Waits until the outcome is known, up to a time limit.
  ///
  /// The time is measured by the clock of the operation's manager. A waiting body may get its slot
  /// back only later; in that case it continues later.
  ///
  /// - Parameter timeout: The maximum time to wait.
  /// - Returns: Whether the outcome is known; false if the wait timed out.
  /// - Throws: The same errors as ``waitForEnd()``.
  public final func waitForEnd(timeout: Duration) async throws -> Bool {
    try await wait(timeout: timeout)
  }

  private func wait(timeout: Duration?) async throws -> Bool {
    let engine = Engine.shared
    guard let ticket = try engine.beginWait(for: self, from: OperationContext.current)
    else { return true }
    let deadline = timeout.map { engine.setEnd(ofWait: ticket, for: self, after: $0) }
    let hasCompleted = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        engine.park(ticket, for: self, continuation)
      }
    } onCancel: {
      engine.cancelWait(ticket, for: self)
    }
    guard let deadline else {
      if !hasCompleted { throw CancellationError() }
      return true
    }
    let hasEnded = engine.lock.withLock {
      manager.deadlines.remove(deadline)
      return core.details.verdict != nil
    }
    if !hasCompleted { throw CancellationError() }
    return hasEnded
  }
}

extension Engine {
  /// Waits even in a cancelled task; throws if the wait could never end.
  func waitIgnoringCancellation(
    for handle: AnyOperationHandle, from context: OperationContext?
  ) async throws {
    guard let ticket = try beginWait(for: handle, from: context) else { return }
    _ = await withUnsafeContinuation { park(ticket, for: handle, $0) }
  }

  /// Nil if the outcome is known; throws if the wait could never end.
  ///
  /// The context's operation counts as waiting only if the waiting code is its body itself, or a
  /// step of a graph that its body runs.
  func beginWait(
    for given: AnyOperationHandle, from context: OperationContext?
  ) throws -> UInt64? {
    let handle = given.core
    let task = context == nil ? nil : TaskIdentity.current
    let leader = task.flatMap { StepTask.leader(of: $0) }
    let answer = modifyInPieces(from: handle, to: context?.handle) {
      _, limit -> Result<UInt64?, OperationError>? in
      guard handle.details.verdict == nil else { return .success(nil) }
      var waiter = OperationWaiter(ticket: drawTicket())
      if let context, let slot = machine.slot(of: context.handle.id),
        machine[slot].phase == .executing, let other = machine.slot(of: handle.id)
      {
        let awaiting = context.handle
        do throws(OperationMachine.EdgeRefusal) {
          if isBody(of: context, in: task) {
            _ = try machine.beginAwait(other, by: slot, limit: limit)
            waiter.awaiting = awaiting
          } else {
            waiter.isStep = awaiting.isBody(leader)
            if waiter.isStep { try machine.beginStepAwait(other, by: slot, limit: limit) }
            waiter.starter = awaiting.id
          }
        } catch {
          return refusal(error, awaiting, .wouldDeadlock).map { .failure($0) }
        }
      }
      if let other = machine.slot(of: handle.id) { machine.addInterest(other) }
      endReservation(of: given)
      handle.details.extras.waiters.append(waiter)
      return .success(waiter.ticket)
    }
    return try answer.get()
  }

  /// Parks the continuation of a registered waiter, or resumes it if its wait has already ended.
  func park(
    _ ticket: UInt64, for handle: AnyOperationHandle,
    _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    let handle = handle.core
    let answer = modify { _ -> Bool? in
      let extras = handle.details.extras
      guard var waiter = extras.waiters[ticket] ?? extras.arriving[ticket] else { return true }
      if case .cancelled = waiter.wake {
        removeWaiter(ticket, of: extras)
        return false
      }
      if case .late = waiter.wake {
        return endLate(waiter, of: handle) ? true : park(continuation, ticket)
      }
      guard handle.details.verdict == nil else {
        removeWaiter(ticket, of: extras)
        guard endAwait(of: waiter, isCancelled: false) else {
          parked[ticket] = continuation
          return nil
        }
        return true
      }
      waiter.wake = .task(continuation)
      extras.waiters[ticket] = waiter
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  /// Parks a waiter whose wait has ended until its body has its slot back; under the lock.
  private func park(
    _ continuation: UnsafeContinuation<Bool, Never>, _ ticket: UInt64
  ) -> Bool? {
    parked[ticket] = continuation
    return nil
  }

  func cancelWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    let handle = handle.core
    let continuation = modify { _ -> UnsafeContinuation<Bool, Never>? in
      let extras = handle.details.extras
      guard handle.details.verdict == nil, var waiter = extras.waiters[ticket] else { return nil }
      _ = endAwait(of: waiter, isCancelled: true)
      if let other = machine.slot(of: handle.id) {
        if let linked = waiter.linked, let slot = machine.slot(of: linked) {
          machine.removeAwait(of: other, by: slot)
        }
        machine.removeInterest(other)
      }
      guard case .task(let continuation) = waiter.wake else {
        waiter.wake = .cancelled
        extras.waiters[ticket] = waiter
        return nil
      }
      extras.waiters[ticket] = nil
      return continuation
    }
    continuation?.resume(returning: false)
  }

  func removeWaiter(_ ticket: UInt64, of extras: HandleExtras) {
    extras.waiters[ticket] = nil
    extras.arriving[ticket] = nil
  }
}

extension Engine {
  /// Returns the limit's ticket in the deadlines of the operation's manager.
  func setEnd(
    ofWait ticket: UInt64, for handle: AnyOperationHandle, after timeout: Duration
  ) -> Deadlines.Ticket {
    let handle = handle.core
    let moment = handle.manager.timekeeper.now + min(timeout.wholeNanoseconds, .max / 4)
    return modify { effects in
      effects.append(.setAlarm(handle.manager, moment))
      return handle.manager.deadlines.set(.endWait(ticket), for: handle, at: moment)
    }
  }

  /// Ends a wait that timed out; for threads.
  func endWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    modify { effects in endWait(ticket, for: handle.core, &effects) }
  }

  func endWait(_ ticket: UInt64, for handle: AnyOperationHandle, _ effects: inout Effects) {
    let extras = handle.details.extras
    guard handle.details.verdict == nil, var waiter = extras.waiters[ticket] else { return }
    switch waiter.wake {
    case .expected:
      waiter.wake = .late
      extras.waiters[ticket] = waiter
    case .task(let continuation):
      if endLate(waiter, of: handle) {
        effects.append(.resumeAll([continuation]))
      } else {
        parked[ticket] = continuation
      }
    case .cancelled, .late:
      break
    }
  }

  /// Returns whether the waiter may continue at once; otherwise it is resumed with its slot.
  func endLate(_ waiter: OperationWaiter, of handle: AnyOperationHandle) -> Bool {
    removeWaiter(waiter.ticket, of: handle.details.extras)
    let mayContinue = endAwait(of: waiter, isCancelled: false)
    if handle.details.verdict == nil, let other = machine.slot(of: handle.id) {
      if let linked = waiter.linked, let slot = machine.slot(of: linked) {
        machine.removeAwait(of: other, by: slot)
      }
      machine.removeInterest(other)
    }
    return mayContinue
  }
}
