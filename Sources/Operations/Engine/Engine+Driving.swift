internal import StageFloor

extension Engine {
  /// What a driver does next.
  struct Assignment {
    let handle: AnyOperationHandle
    let context: OperationContext
    let isCheck: Bool
  }

  /// A driver asks for its next operation.
  func take(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool = false
  ) -> Assignment? {
    let now = manager.timekeeper.now
    return perform { deeds in
      nextAssignment(manager, lane, driver, isFirst: isFirst, at: now, &deeds)
    }
  }

  /// Under the lock.
  private func nextAssignment(
    _ manager: OperationManager, _ lane: LaneIndex, _ driver: Driver, isFirst: Bool, at now: Int64,
    _ deeds: inout Deeds
  ) -> Assignment? {
    guard !driver.isSpoiled else {
      // Its task is cancelled. If there is something to do, another driver is to do it.
      machine.touch(manager.index, lane)
      machine.callDrivers()
      return nil
    }
    switch machine.take(manager: manager.index, lane: lane, isFirst: isFirst) {
    case .run(let id):
      guard let handle = handle(at: id.slot) else { return nil }
      if manager.recorder != nil {
        handle.details.rarities.blocker = (machine[id.slot].blockedBy, machine[id.slot].blocker)
      }
      begin(handle, driver, at: now, &deeds)
      return Assignment(handle: handle, context: context(of: handle), isCheck: false)
    case .check(let id):
      guard let handle = handle(at: id.slot) else { return nil }
      handle.details.driver = driver
      return Assignment(handle: handle, context: context(of: handle), isCheck: true)
    case nil:
      // What has ended may have made others ready, of other managers and lanes.
      machine.callDrivers()
      return nil
    }
  }

  private func context(of handle: AnyOperationHandle) -> OperationContext {
    OperationContext(
      handle: handle, attempt: handle.details.attempt, dependencies: handle.details.dependencies)
  }

  /// An operation starts; under the lock.
  private func begin(
    _ handle: AnyOperationHandle, _ driver: Driver, at now: Int64, _ deeds: inout Deeds
  ) {
    handle.details.driver = driver
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

  /// A body has returned or thrown, and its driver asks for the next.
  ///
  /// - Parameters:
  ///   - handle: the operation.
  ///   - error: what its body threw.
  ///   - lane: where it ran.
  ///   - driver: who ran it.
  ///   - takesNext: whether the driver goes on at once.
  /// - Returns: what the driver does next; nil: nothing.
  func finish(
    _ handle: AnyOperationHandle, _ error: (any Error)?, _ lane: LaneIndex, _ driver: Driver,
    takesNext: Bool
  ) -> Assignment? {
    let manager = handle.manager
    let now = manager.timekeeper.now
    let error = handle.options.rare == nil ? error : errorOfAttempt(handle, error)
    let rest = error.flatMap { restAfter($0, handle) }
    var isStorm = false
    let next = perform { deeds -> Assignment? in
      conclude(handle, error, rest: rest, at: now, &deeds)
      // What has become ready is told before it starts.
      collect(into: &deeds)
      // What is more than a slice of work is done before the next starts.
      isStorm = hasMoreWork
      guard takesNext, !isStorm else {
        machine.touch(manager.index, lane)
        machine.callDrivers()
        return nil
      }
      return nextAssignment(manager, lane, driver, isFirst: false, at: now, &deeds)
    }
    return takesNext && isStorm ? take(manager, lane, driver) : next
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
    perform { deeds in
      if isCheck { handle.details.driver = nil }
      let result = machineAnswer(handle, answer, &deeds)
      switch machine.checked(handle.id, result.check) {
      case .goesOn:
        if case .proceed = answer { return true }
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
    if handle.options.rare != nil { handle.endAttempt() }
    // Who wanted its place has it.
    handle.details.isCancelRequested = false
    handle.details.rarities.interruptions += 1
    handle.manager.changed(handle, to: .waiting, &deeds)
  }

  private func machineAnswer(
    _ handle: AnyOperationHandle, _ answer: ConditionsAnswer, _ deeds: inout Deeds
  ) -> (check: OperationMachine.CheckResult, error: (any Error)?) {
    switch answer {
    case .proceed: return (.proceed, nil)
    case .satisfied: return (.end(.succeeded), nil)
    case .skip: return (.end(.skipped), nil)
    case .fail(let error): return (.end(.failed), error)
    case .first(let other):
      handle.details.rarities.detours += 1
      guard handle.details.detours <= Self.mostDetours else {
        return (.end(.failed), OperationError(.endlessConditions, operation: handle.name))
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

  /// How often the conditions of an operation may ask for another before it.
  private static var mostDetours: Int { 32 }
}
