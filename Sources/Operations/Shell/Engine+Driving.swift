internal import StageFloor

extension Engine {
  struct Assignment {
    let context: OperationContext
    let isCheck: Bool
    /// The number of operations that the driver may claim by itself; 0 if it has only this one.
    var claimLimit = 0
  }

  enum Next {
    case perform(Assignment)
    /// The driver lets other tasks run, and then asks again as for the first time.
    case comesBack
    case leaves
  }

  func take(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool
  ) -> Next {
    let now = manager.timekeeper.now
    return modify(recalling: false) { effects in
      next(manager, lane, driver, isFirst: isFirst, at: now, &effects)
    }
  }

  /// `handle` is the operation of the assignment, or the one claimed last.
  func completed(
    _ handle: AnyOperationHandle, _ result: AnyOperationHandle.AssignmentResult,
    _ manager: OperationManager,
    _ lane: LaneIndex, _ driver: Driver, at now: Int64, isTurnOver: Bool
  ) -> Next {
    switch result {
    case .ran(let error):
      let step: Next? = finish(handle, error, in: (manager.index, lane), driver, at: now) {
        effects in
        isTurnOver
          ? endTurn(manager, lane, driver)
          : next(manager, lane, driver, isFirst: false, at: now, &effects)
      }
      if let step { return step }
    case .answered(let answer):
      let step: Next? = modify { effects in
        _ = recordAnswer(of: handle, answer, isCheck: true, at: now, &effects)
        collect(into: &effects)
        guard !hasMoreWork else { return nil }
        return isTurnOver
          ? endTurn(manager, lane, driver)
          : next(manager, lane, driver, isFirst: false, at: now, &effects)
      }
      if let step { return step }
    case .revoked:
      break
    }
    guard isTurnOver else { return take(manager, lane, driver, isFirst: false) }
    return modify { _ in endTurn(manager, lane, driver) }
  }

  private func next(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool, at now: Int64,
    _ effects: inout Effects
  ) -> Next {
    guard !driver.isSpoiled else {
      // If there is work, another driver is to do it.
      machine.leave(manager: manager.index, lane: lane, isFirst: isFirst)
      return leave(manager, driver)
    }
    switch machine.take(manager: manager.index, lane: lane, isFirst: isFirst) {
    case .run(let id):
      guard let handle = handle(at: id.slot) else { return leave(manager, driver) }
      if manager.recorder != nil || manager.isObserved {
        handle.details.extras.blocker = (machine[id.slot].blockedBy, machine[id.slot].blocker)
      }
      begin(handle, driver, at: now, &effects)
      let limit = takeAhead(after: handle, manager, lane, driver)
      return .perform(
        Assignment(context: context(of: handle), isCheck: false, claimLimit: limit))
    case .check(let id):
      guard let handle = handle(at: id.slot) else { return leave(manager, driver) }
      handle.details.driver = driver
      evaluationCount += 1
      return .perform(Assignment(context: context(of: handle), isCheck: true))
    case nil where machine.lanes[machine.laneIndex(manager.index, lane)].aheadCount > 0:
      // Another driver has some.
      recallAll(&effects)
      return next(manager, lane, driver, isFirst: false, at: now, &effects)
    case nil:
      // The ended operation may have made others ready, in other managers and lanes.
      machine.requestDrivers()
      return leave(manager, driver)
    }
  }

  /// Ends the turn of a driver whose budget is used up; under the lock.
  private func endTurn(_ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver) -> Next {
    if driver.isSpoiled {
      machine.leave(manager: manager.index, lane: lane, isFirst: false)
    } else if machine.endTurn(manager: manager.index, lane: lane) {
      return .comesBack
    }
    return leave(manager, driver)
  }

  private func leave(_ manager: OperationManager, _ driver: Driver) -> Next {
    manager.freeTracks.append(driver.track)
    return .leaves
  }

  private func context(of handle: AnyOperationHandle) -> OperationContext {
    // An attempt has its number before the volatile conditions that may revoke it are evaluated.
    let attempt = Int(handle.details.attempt) + (handle.details.isRechecking ? 1 : 0)
    return OperationContext(
      handle: handle, attempt: attempt, only: handle.details.onlyDependency,
      several: handle.details.severalDependencies,
      in: handle.details.existingExtras?.surroundings)
  }

  private func begin(
    _ handle: AnyOperationHandle, _ driver: Driver, at now: Int64, _ effects: inout Effects
  ) {
    handle.details.driver = driver
    // A start counts from the body: it may be revoked first.
    if handle.isCheckedAtStart {
      handle.details.isRechecking = true
      evaluationCount += 1
      return
    }
    beginAttempt(handle, at: now, &effects)
  }

  private func beginAttempt(_ handle: AnyOperationHandle, at now: Int64, _ effects: inout Effects) {
    handle.details.isRechecking = false
    if handle.details.existingExtras != nil { handle.details.extras.prerequisiteRequests = [] }
    handle.details.attempt += 1
    handle.details.startedAt = now
    if let extras = handle.options.extras {
      if let timeout = extras.timeout, handle.details.attempt == 1 {
        handle.set(.timeOut, at: now + timeout.wholeNanoseconds, &effects)
      }
      if let timeout = extras.attemptTimeout {
        handle.setAttemptDeadline(at: now + timeout.wholeNanoseconds, &effects)
      }
    }
    handle.manager.changed(handle, to: .executing, at: now, &effects)
  }

  func startOutside(
    _ handle: AnyOperationHandle, _ number: Int, _ driver: Driver
  ) -> OperationContext? {
    let now = handle.manager.timekeeper.now
    return modify { effects in
      guard Int(handle.details.scheduleCalls) == number, machine.startOutside(handle.id) else {
        return nil
      }
      begin(handle, driver, at: now, &effects)
      return context(of: handle)
    }
  }

  /// Records that a body has returned or thrown, then calls `proceed` under the lock.
  ///
  /// It returns nil without that call if the end needs more than one slice. `position` is where the
  /// driver continues, if it does.
  @discardableResult
  @inline(__always)
  func finish<Result>(
    _ handle: AnyOperationHandle, _ error: (any Error)?, in position: (Int32, LaneIndex)? = nil,
    _ driver: Driver, at now: Int64, then proceed: (inout Effects) -> Result
  ) -> Result? {
    let error = handle.options.extras == nil ? error : errorOfAttempt(handle, error)
    let rest = error.flatMap { restAfter($0, handle) }
    return modify(recalling: false) { effects -> Result? in
      if driver.aheadCount > 0 { recall(driver, &effects) }
      if error == nil, handle.options.extras == nil, machine.finishPlain(handle.id) {
        endPlainly(handle, handle.id.slot, &effects)
      } else {
        if !lenders.isEmpty { recallAll(&effects) }
        bodyReturned(handle, error, rest: rest, at: now, &effects)
      }
      // Operations that became ready are reported as ready before they start.
      collect(into: &effects)
      guard hasMoreWork else { return proceed(&effects) }
      // The driver is busy with the remaining slices, so ready operations need another driver.
      if let (manager, lane) = position { machine.touch(manager, lane) }
      machine.requestDrivers()
      return nil
    }
  }

  private func bodyReturned(
    _ handle: AnyOperationHandle, _ error: (any Error)?, rest: Int64?, at now: Int64,
    _ effects: inout Effects
  ) {
    handle.details.driver = nil
    if handle.options.extras != nil { handle.endAttempt() }
    let end = machine.finish(
      handle.id, threw: error != nil, rests: error != nil && rest != nil, requestsDrivers: false)
    switch end {
    case .ended(let verdict):
      recordEnd(of: handle, verdict, error: verdict.ending == .failed ? error : nil, &effects)
    case .closing(let verdict):
      if verdict.ending == .failed { handle.details.extras.error = error }
    case .resting:
      handle.set(.wakeUp, at: now + (rest ?? 0), &effects)
      handle.manager.changed(handle, to: .waiting, at: now, &effects)
    case .requeued:
      handle.details.isCancelRequested = false
      handle.details.extras.interruptions += 1
      handle.manager.changed(handle, to: .waiting, at: now, &effects)
    case .ignored:
      dropGivenUp(handle, &effects)
    }
  }

  /// The error of an attempt; an attempt that timed out has failed even if it returned a value.
  private func errorOfAttempt(
    _ handle: AnyOperationHandle, _ error: (any Error)?
  ) -> (any Error)? {
    let isLate = lock.withLock { handle.details.isAttemptOver }
    return isLate ? OperationError(.timedOut, operation: handle.name) : error
  }

  private func restAfter(_ error: any Error, _ handle: AnyOperationHandle) -> Int64? {
    guard let policy = handle.options.extras?.retry else { return nil }
    // An interruption by a preempting operation is not a failure and does not count as an attempt.
    let attempt = lock.withLock {
      Int(handle.details.attempt) - (handle.details.existingExtras?.interruptions ?? 0)
    }
    guard policy.allowsRetry(after: error, attempts: attempt) else { return nil }
    return handle.manager.rest(before: attempt + 1, policy)
  }

  /// For volatile conditions, after the start; returns whether the body may run.
  func answered(_ handle: AnyOperationHandle, _ answer: ConditionsAnswer) -> Bool {
    let now = handle.manager.timekeeper.now
    return modify { effects in
      recordAnswer(of: handle, answer, isCheck: false, at: now, &effects)
    }
  }

  /// Under the lock; returns whether the body may run.
  private func recordAnswer(
    of handle: AnyOperationHandle, _ answer: ConditionsAnswer, isCheck: Bool, at now: Int64,
    _ effects: inout Effects
  ) -> Bool {
    if isCheck { handle.details.driver = nil }
    evaluationCount -= 1
    handle.details.isRechecking = false
    let result = machineAnswer(handle, answer, &effects)
    let end = machine.checked(handle.id, result.check)
    if case .first(let given, _) = answer {
      endReservation(of: given)
      machine.endLinking()
    }
    switch end {
    case .continues:
      if case .proceed = answer {
        if !isCheck { beginAttempt(handle, at: now, &effects) }
        return true
      }
      handle.details.driver = nil
      if !isCheck { takeBack(handle, &effects) }
      return false
    case .ended(let verdict):
      handle.details.driver = nil
      recordEnd(of: handle, verdict, error: result.error, &effects)
    case .cycle(let path):
      handle.details.driver = nil
      let error = OperationError(
        .wouldDeadlock, operation: handle.name, path: names(of: path))
      recordEnd(of: handle, .failed, error: error, &effects)
    case .endless:
      handle.details.driver = nil
      recordEnd(of: handle, .failed, error: endlessConditions(of: handle), &effects)
    case .ignored:
      handle.details.driver = nil
      dropGivenUp(handle, &effects)
    }
    return false
  }

  /// Releases the body of an abandoned operation when its driver is done with it; under the lock.
  ///
  /// If its children have not ended yet, the end of the operation does it: never both at once.
  private func dropGivenUp(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    if handle.details.verdict != nil { effects.append(.dropBody(handle, keepsOutput: false)) }
  }

  /// A volatile condition requested another operation first; under the lock.
  private func takeBack(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    // The operation that wanted to interrupt this one now has its categories.
    handle.details.isCancelRequested = false
    handle.manager.steppedBack(handle, &effects)
  }

  private func machineAnswer(
    _ handle: AnyOperationHandle, _ answer: ConditionsAnswer, _ effects: inout Effects
  ) -> (check: OperationMachine.CheckResult, error: (any Error)?) {
    switch answer {
    case .proceed: return (.proceed, nil)
    case .satisfied: return (.end(.succeeded), nil)
    case .skip: return (.end(.skipped), nil)
    case .fail(let error): return (.end(.failed), error)
    case .first(let given, let position):
      let other = given.core
      guard countPrerequisiteRequest(of: handle, by: position) else {
        return (.end(.failed), endlessConditions(of: handle))
      }
      // A shared operation that is no longer needed: the conditions are evaluated again and create
      // another one.
      guard !isUnwanted(other) else { return (.firstEnded(other.id, .succeeded), nil) }
      guard let verdict = other.details.verdict else {
        handle.manager.linked(handle, Edge(kind: .prerequisite, dependency: other))
        noteLink(of: handle, to: other, &effects)
        return (.first(other.id), nil)
      }
      rememberEnded(other, verdict, before: handle, by: .prerequisite, &effects)
      return (.firstEnded(other.id, verdict.ending), nil)
    }
  }

  /// Whether a shared operation was cancelled because it was no longer needed; under the lock.
  func isUnwanted(_ handle: AnyOperationHandle) -> Bool {
    if let verdict = handle.details.verdict { return verdict.cause == .unwanted }
    return machine.slot(of: handle.id).map { machine[$0].cancelRequest == .unwanted } ?? false
  }
}
