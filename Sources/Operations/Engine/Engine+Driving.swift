internal import StageFloor

extension Engine {
  /// What a driver does next.
  struct Assignment {
    let handle: AnyOperationHandle
    let context: OperationContext
    let isCheck: Bool
  }

  /// What a driver does next.
  enum Next {
    case carryOut(Assignment)
    /// Others have a turn, and then it asks again, as for the first time.
    case comesBack
    /// It ends.
    case leaves
  }

  /// A driver asks for an operation.
  func take(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool
  ) -> Next {
    let now = manager.timekeeper.now
    return perform { deeds in
      next(manager, lane, driver, isFirst: isFirst, at: now, &deeds)
    }
  }

  /// A driver has carried out what it had taken, and asks what to do next.
  ///
  /// - Parameters:
  ///   - assignment: what it had taken.
  ///   - course: what became of it.
  ///   - manager: for which manager it works.
  ///   - lane: where it runs.
  ///   - driver: the driver.
  ///   - isTurnOver: whether others are to have a turn.
  /// - Returns: what the driver does next.
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
      // If there is something to do, another driver is to do it.
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
      // What has ended may have made others ready, of other managers and lanes.
      machine.callDrivers()
      return leave(manager, driver)
    }
  }

  /// A driver has run for as long as it may; under the lock.
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
    // An attempt that a volatile condition may still take back has its number already.
    let attempt = handle.details.attempt + (handle.details.isAskedOnceMore ? 1 : 0)
    return OperationContext(
      handle: handle, attempt: attempt, dependencies: handle.details.dependencies)
  }

  /// An operation starts; under the lock.
  private func begin(
    _ handle: AnyOperationHandle, _ driver: Driver, at now: Int64, _ deeds: inout Deeds
  ) {
    handle.details.driver = driver
    // A start counts from its body: a volatile condition may take it back before.
    if handle.hasVolatileConditions {
      handle.details.isAskedOnceMore = true
      asking += 1
      return
    }
    beginAttempt(handle, at: now, &deeds)
  }

  /// The body of an operation starts; under the lock.
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

  /// An operation that schedules itself starts, in a task of its own.
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

  /// A body has returned or thrown.
  ///
  /// - Parameters:
  ///   - handle: the operation.
  ///   - error: what its body threw.
  ///   - place: the manager and the lane of its driver, if that goes on in it.
  ///   - proceed: what else is done under the lock, once its end has been written down.
  /// - Returns: what `proceed` returns; nil if the end was more than a slice of work: that has been
  ///   done, and nothing else.
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
      // What has become ready is told before it starts.
      collect(into: &deeds)
      guard hasMoreWork else { return proceed(now, &deeds) }
      // The driver is busy with the rest: what is ready meanwhile is for another.
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

  /// What an attempt came to: one that took too long has failed, whatever it returned.
  private func errorOfAttempt(
    _ handle: AnyOperationHandle, _ error: (any Error)?
  ) -> (any Error)? {
    let isLate = lock.withLock { handle.details.isAttemptOver }
    return isLate ? OperationError(.timedOut, operation: handle.name) : error
  }

  /// How long an operation rests before it is tried again; nil: it is not.
  private func restAfter(_ error: any Error, _ handle: AnyOperationHandle) -> Int64? {
    guard let policy = handle.options.rare?.retry else { return nil }
    // To be interrupted by another is no failure, and costs no attempt.
    let attempt = lock.withLock {
      handle.details.attempt - (handle.details.rare?.interruptions ?? 0)
    }
    guard policy.allowsRetry(after: error, attempts: attempt) else { return nil }
    return handle.manager.rest(before: attempt + 1, policy)
  }

  /// Conditions have answered.
  ///
  /// - Returns: whether the body of an operation that has started may run.
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

  /// An operation was given up before, and its driver does not need the body any more; under the
  /// lock.
  ///
  /// If it has yet to end, because its children do, its end lets go of the body: never both at once.
  private func dropGivenUp(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    if handle.details.verdict != nil { deeds.append(.dropBody(handle, keepsOutput: false)) }
  }

  /// A condition that was asked right before the body wants another operation first: the start does
  /// not count; under the lock.
  private func takeBack(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    // Who wanted its place has it.
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
      // It was shared, and all others who needed it have gone: whoever is asked again makes another.
      guard !isUnwanted(other) else { return (.firstEnded(other.id, .succeeded), nil) }
      guard let verdict = other.details.verdict else {
        handle.manager.linked(handle, Edge(kind: .prerequisite, dependency: other))
        return (.first(other.id), nil)
      }
      rememberEnded(other, verdict, before: handle, by: .prerequisite, &deeds)
      return (.firstEnded(other.id, verdict.ending), nil)
    }
  }

  /// Whether a shared operation was cancelled because nobody needed it; under the lock.
  func isUnwanted(_ handle: AnyOperationHandle) -> Bool {
    if let verdict = handle.details.verdict { return verdict.cause == .unwanted }
    return machine.slot(of: handle.id).map { machine[$0].cancelRequest == .unwanted } ?? false
  }
}
