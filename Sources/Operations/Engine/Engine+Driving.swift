internal import StageFloor

extension Engine {
  /// An operation for a driver to carry out.
  struct Assignment {
    let handle: AnyOperationHandle
    let context: OperationContext
    let isCheck: Bool
  }

  /// The next step of a driver.
  enum Next {
    case carryOut(Assignment)
    /// The driver lets other tasks run, and then asks again as for the first time.
    case comesBack
    /// The driver ends.
    case leaves
  }

  /// Returns the next step of a driver that starts or returns.
  func take(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool
  ) -> Next {
    let now = manager.timekeeper.now
    return perform { deeds in
      next(manager, lane, driver, isFirst: isFirst, at: now, &deeds)
    }
  }

  /// Records the result of an assignment and returns the driver's next step.
  ///
  /// - Parameters:
  ///   - assignment: The assignment.
  ///   - course: Its result.
  ///   - manager: The manager of the driver.
  ///   - lane: The lane of the driver.
  ///   - driver: The driver.
  ///   - isTurnOver: Whether other tasks should run.
  /// - Returns: The next step.
  func settle(
    _ assignment: Assignment, _ course: AnyOperationHandle.Course, _ manager: OperationManager,
    _ lane: LaneIndex, _ driver: Driver, isTurnOver: Bool
  ) -> Next {
    switch course {
    case .ran(let error):
      let step: Next? = finish(assignment.handle, error, in: (manager.index, lane)) { now, deeds in
        isTurnOver
          ? endTurn(manager, lane, driver)
          : next(manager, lane, driver, isFirst: false, at: now, &deeds)
      }
      if let step { return step }
    case .answered(let answer):
      _ = answered(assignment.handle, answer, isCheck: true)
    case .stayed:
      break
    }
    guard isTurnOver else { return take(manager, lane, driver, isFirst: false) }
    return perform { _ in endTurn(manager, lane, driver) }
  }

  /// Under the lock.
  private func next(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool, at now: Int64,
    _ deeds: inout Deeds
  ) -> Next {
    guard !driver.isSpoiled else {
      // If there is work, another driver is to do it.
      machine.leave(manager: manager.index, lane: lane, isFirst: isFirst)
      return leave(manager, driver)
    }
    switch machine.take(manager: manager.index, lane: lane, isFirst: isFirst) {
    case .run(let id):
      guard let handle = handle(at: id.slot) else { return leave(manager, driver) }
      if manager.recorder != nil {
        handle.details.rarities.blocker = (machine[id.slot].blockedBy, machine[id.slot].blocker)
      }
      begin(handle, driver, at: now, &deeds)
      return .carryOut(
        Assignment(handle: handle, context: context(of: handle), isCheck: false))
    case .check(let id):
      guard let handle = handle(at: id.slot) else { return leave(manager, driver) }
      handle.details.driver = driver
      asking += 1
      return .carryOut(Assignment(handle: handle, context: context(of: handle), isCheck: true))
    case nil:
      // The ended operation may have made others ready, in other managers and lanes.
      machine.callDrivers()
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
    let attempt = handle.details.attempt + (handle.details.isAskedOnceMore ? 1 : 0)
    return OperationContext(
      handle: handle, attempt: attempt, dependencies: handle.details.dependencies)
  }

  /// Starts an operation; under the lock.
  private func begin(
    _ handle: AnyOperationHandle, _ driver: Driver, at now: Int64, _ deeds: inout Deeds
  ) {
    handle.details.driver = driver
    // A start counts from the body: a volatile condition may revoke it first.
    if handle.hasVolatileConditions {
      handle.details.isAskedOnceMore = true
      asking += 1
      return
    }
    beginAttempt(handle, at: now, &deeds)
  }

  /// Starts the body of an operation; under the lock.
  private func beginAttempt(_ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds) {
    handle.details.isAskedOnceMore = false
    if handle.details.rare != nil { handle.details.rarities.detours = [] }
    handle.details.attempt += 1
    handle.details.startedAt = now
    if let rare = handle.options.rare {
      if let timeout = rare.timeout, handle.details.attempt == 1 {
        handle.set(.timeOut, at: now + timeout.wholeNanoseconds, &deeds)
      }
      if let timeout = rare.attemptTimeout {
        handle.setAttemptDeadline(at: now + timeout.wholeNanoseconds, &deeds)
      }
    }
    handle.manager.changed(handle, to: .executing, at: now, &deeds)
  }

  /// Starts an operation with custom scheduling, in a task of its own.
  func startOutside(
    _ handle: AnyOperationHandle, _ number: Int, _ driver: Driver
  ) -> OperationContext? {
    let now = handle.manager.timekeeper.now
    return perform { deeds in
      guard handle.details.handOuts == number, machine.startOutside(handle.id) else { return nil }
      begin(handle, driver, at: now, &deeds)
      return context(of: handle)
    }
  }

  /// Records that a body has returned or thrown.
  ///
  /// - Parameters:
  ///   - handle: The operation.
  ///   - error: The error that its body threw.
  ///   - place: The manager and the lane of its driver, if that continues there.
  ///   - proceed: Called under the lock after the end has been recorded.
  /// - Returns: The result of `proceed`; nil if the end needed more than one slice, in which case
  ///   `proceed` was not called.
  @discardableResult
  func finish<Result>(
    _ handle: AnyOperationHandle, _ error: (any Error)?, in place: (Int32, LaneIndex)? = nil,
    then proceed: (_ now: Int64, inout Deeds) -> Result
  ) -> Result? {
    let now = handle.manager.timekeeper.now
    let error = handle.options.rare == nil ? error : errorOfAttempt(handle, error)
    let rest = error.flatMap { restAfter($0, handle) }
    return perform { deeds -> Result? in
      conclude(handle, error, rest: rest, at: now, &deeds)
      // Operations that became ready are reported as ready before they start.
      collect(into: &deeds)
      guard hasMoreWork else { return proceed(now, &deeds) }
      // The driver is busy with the remaining slices, so ready operations need another driver.
      if let (manager, lane) = place { machine.touch(manager, lane) }
      machine.callDrivers()
      return nil
    }
  }

  /// Under the lock.
  private func conclude(
    _ handle: AnyOperationHandle, _ error: (any Error)?, rest: Int64?, at now: Int64,
    _ deeds: inout Deeds
  ) {
    handle.details.driver = nil
    if handle.options.rare != nil { handle.endAttempt() }
    let result: OperationMachine.BodyResult =
      error == nil ? .returned : rest == nil ? .threw : .threwToRest
    switch machine.finish(handle.id, result, callsDrivers: false) {
    case .ended(let verdict):
      conclude(handle, verdict, error: verdict.ending == .failed ? error : nil, &deeds)
    case .closing(let verdict):
      if verdict.ending == .failed { handle.details.rarities.error = error }
    case .resting:
      handle.set(.wakeUp, at: now + (rest ?? 0), &deeds)
      handle.manager.changed(handle, to: .waiting, at: now, &deeds)
    case .requeued:
      handle.details.isCancelRequested = false
      handle.details.rarities.interruptions += 1
      handle.manager.changed(handle, to: .waiting, at: now, &deeds)
    case .ignored:
      dropGivenUp(handle, &deeds)
    }
  }

  /// The error of an attempt; an attempt that timed out has failed even if it returned a value.
  private func errorOfAttempt(
    _ handle: AnyOperationHandle, _ error: (any Error)?
  ) -> (any Error)? {
    let isLate = lock.withLock { handle.details.isAttemptOver }
    return isLate ? OperationError(.timedOut, operation: handle.name) : error
  }

  /// The pause before the next attempt; nil if there is none.
  private func restAfter(_ error: any Error, _ handle: AnyOperationHandle) -> Int64? {
    guard let policy = handle.options.rare?.retry else { return nil }
    // An interruption by a preempting operation is not a failure and does not count as an attempt.
    let attempt = lock.withLock {
      handle.details.attempt - (handle.details.rare?.interruptions ?? 0)
    }
    guard policy.allowsRetry(after: error, attempts: attempt) else { return nil }
    return handle.manager.rest(before: attempt + 1, policy)
  }

  /// Records the answer of an operation's conditions.
  ///
  /// - Returns: Whether the body may run, if the operation has started.
  func answered(
    _ handle: AnyOperationHandle, _ answer: ConditionsAnswer, isCheck: Bool
  ) -> Bool {
    let now = isCheck ? 0 : handle.manager.timekeeper.now
    return perform { deeds in
      if isCheck { handle.details.driver = nil }
      asking -= 1
      handle.details.isAskedOnceMore = false
      let result = machineAnswer(handle, answer, &deeds)
      let end = machine.checked(handle.id, result.check)
      if case .first(let given, _) = answer {
        endReservation(of: given)
        machine.endLinking()
      }
      switch end {
      case .goesOn:
        if case .proceed = answer {
          if !isCheck { beginAttempt(handle, at: now, &deeds) }
          return true
        }
        handle.details.driver = nil
        if !isCheck { takeBack(handle, &deeds) }
        return false
      case .ended(let verdict):
        handle.details.driver = nil
        conclude(handle, verdict, error: result.error, &deeds)
      case .cycle(let path):
        handle.details.driver = nil
        let error = OperationError(
          .wouldDeadlock, operation: handle.name, path: path.map(name(of:)))
        conclude(handle, .failed, error: error, &deeds)
      case .endless:
        handle.details.driver = nil
        conclude(handle, .failed, error: endlessConditions(of: handle), &deeds)
      case .ignored:
        handle.details.driver = nil
        dropGivenUp(handle, &deeds)
      }
      return false
    }
  }

  /// Releases the body of an operation that was abandoned before, when its driver no longer needs
  /// it; under the lock.
  ///
  /// If the operation has not ended yet, because of its children, its end releases the body
  /// instead: never both at the same time.
  private func dropGivenUp(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    if handle.details.verdict != nil { deeds.append(.dropBody(handle, keepsOutput: false)) }
  }

  /// Revokes a start because a volatile condition requested another operation first; under the
  /// lock.
  private func takeBack(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    // The operation that wanted to interrupt this one now has its categories.
    handle.details.isCancelRequested = false
    handle.manager.steppedBack(handle, &deeds)
  }

  private func machineAnswer(
    _ handle: AnyOperationHandle, _ answer: ConditionsAnswer, _ deeds: inout Deeds
  ) -> (check: OperationMachine.CheckResult, error: (any Error)?) {
    switch answer {
    case .proceed: return (.proceed, nil)
    case .satisfied: return (.end(.succeeded), nil)
    case .skip: return (.end(.skipped), nil)
    case .fail(let error): return (.end(.failed), error)
    case .first(let given, let place):
      let other = given.core
      guard countDetour(of: handle, by: place) else {
        return (.end(.failed), endlessConditions(of: handle))
      }
      // A shared operation that is no longer needed: the conditions are evaluated again and create
      // another one.
      guard !isUnwanted(other) else { return (.firstEnded(other.id, .succeeded), nil) }
      guard let verdict = other.details.verdict else {
        handle.manager.linked(handle, Edge(kind: .prerequisite, dependency: other))
        return (.first(other.id), nil)
      }
      rememberEnded(other, verdict, before: handle, by: .prerequisite, &deeds)
      return (.firstEnded(other.id, verdict.ending), nil)
    }
  }

  /// Whether a shared operation was cancelled because it was no longer needed; under the lock.
  func isUnwanted(_ handle: AnyOperationHandle) -> Bool {
    if let verdict = handle.details.verdict { return verdict.cause == .unwanted }
    return machine.slot(of: handle.id).map { machine[$0].cancelRequest == .unwanted } ?? false
  }
}
