internal import StageFloor

extension Engine {
  /// Turns the actions of the machine into effects; under the lock.
  @inline(__always)
  func collect(into effects: inout Effects) {
    while !machine.actions.isEmpty {
      // Converting an action may append further actions.
      swap(&actions, &machine.actions)
      collectAll(into: &effects)
      actions.removeAll(keepingCapacity: true)
    }
  }

  private func collectAll(into effects: inout Effects) {
    for action in actions {
      switch action {
      case .decided(let id, let verdict):
        if let handle = handle(at: id.slot) { recordEnd(of: handle, verdict, error: nil, &effects) }
      case .settled(let id):
        recordSettled(id, &effects)
      case .callSchedule(let id):
        guard let handle = handle(at: id.slot) else { continue }
        handle.manager.changed(handle, to: .ready, &effects)
        handle.details.scheduleCalls += 1
        if let schedule = handle.scheduleCall(Int(handle.details.scheduleCalls)) {
          effects.append(.callSchedule(schedule))
        }
      case .becameReady(let id):
        guard let handle = handle(at: id.slot) else { continue }
        handle.manager.changed(handle, to: .ready, &effects)
      case .steppedBack(let id):
        guard let handle = handle(at: id.slot) else { continue }
        handle.manager.steppedBack(handle, &effects)
      case .interrupt(let id):
        guard let handle = handle(at: id.slot) else { continue }
        handle.details.isCancelRequested = true
        guard let driver = handle.details.driver else { continue }
        driver.isSpoiled = true
        effects.append(.interrupt(driver))
      case .requestDriver(let manager, let lane, _):
        guard let manager = managers[Int(manager)] else { continue }
        effects.startDriver(of: manager, lane)
      case .resume(let ticket):
        if let continuation = parked.removeValue(forKey: ticket) {
          effects.append(.resume(continuation))
        }
      case .escalate(let id, let priority):
        guard let driver = handle(at: id.slot)?.details.driver else { continue }
        // The next operation in the same task does not have this priority.
        driver.isSpoiled = true
        effects.append(.escalate(driver, priority))
      case .idle(let manager):
        guard let manager = managers[Int(manager)]?.takeUnretainedValue() else { continue }
        effects.append(.resumeAll(manager.takeIdleListeners()))
      }
    }
  }

  /// Records the end of an operation and collects what follows from it; under the lock.
  func recordEnd(
    of handle: AnyOperationHandle, _ verdict: Verdict, error: (any Error)?, _ effects: inout Effects
  ) {
    handle.details.verdict = verdict
    if let reason = reason(for: verdict, of: handle) { handle.details.extras.reason = reason }
    if let error { handle.details.extras.error = error }
    handle.manager.ended(handle, &effects)
    endSurroundings(of: handle, verdict, &effects)
    releaseDependencies(of: handle, &effects)
    if handle.details.hasClaims { endClaims(on: handle) }
    if let before = handle.details.existingExtras?.endedBefore {
      effects.append(.releaseHandles([before]))
      handle.details.extras.endedBefore = nil
    }
    if handle.details.existingExtras != nil { handle.details.extras.prerequisiteRequests = [] }
    handle.manager.changed(handle, to: .ended(verdict.ending), &effects)
    if handle.details.hasWaiters { announce(handle, &effects) }
    // The body of an abandoned operation still runs; its driver releases it.
    if handle.details.driver == nil, handle.hasBody || verdict.ending != .succeeded {
      effects.append(.dropBody(handle, keepsOutput: verdict.ending == .succeeded))
    }
  }

  @inline(__always)
  func releaseDependencies(of handle: AnyOperationHandle, _ effects: inout Effects) {
    guard handle.details.hasDependencies else { return }
    let (only, several) = handle.details.takeDependencies()
    // Prepared operations may form a long chain.
    if let only, !only.isPrepared {
      effects.release(Unmanaged.passRetained(only))
    } else if let handles = several ?? only.map({ [$0] }) {
      effects.append(.releaseHandles(handles))
    }
  }

  /// Resumes some waiters, or requests the slots of waiting bodies; the rest in the next slice.
  func announce(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    guard machine.budget > 0 else { return unannounced.append(handle) }
    let extras = handle.details.extras
    var ready: [OperationWaiter] = []
    for waiter in extras.waiters.takeSome() {
      machine.budget -= 1
      guard case .task(let continuation) = waiter.wake else {
        // It has not parked yet; it finds the outcome when it does.
        extras.arriving.append(waiter)
        continue
      }
      if endAwait(of: waiter, isCancelled: false) {
        ready.append(waiter)
      } else {
        parked[waiter.ticket] = continuation
      }
    }
    if !extras.waiters.isEmpty { unannounced.append(handle) }
    effects.append(.announce(handle, ready))
  }

  /// Returns whether the waiter may continue at once.
  func endAwait(of waiter: OperationWaiter, isCancelled: Bool) -> Bool {
    if waiter.isStep, let starter = waiter.starter { machine.endStepAwait(by: starter) }
    guard let awaiting = waiter.awaiting else { return true }
    return machine.endAwait(by: awaiting.id, ticket: waiter.ticket, isCancelled: isCancelled)
  }

  private func recordSettled(_ id: NodeID, _ effects: inout Effects) {
    if !forgotten.isEmpty { forgotten[id] = nil }
    guard let handle = handle(at: id.slot) else { return leavePrepared(id.slot) }
    handle.details.hasSettled = true
    handle.manager.settled(handle)
    if let host = handle.details.host {
      handle.details.extras.host = nil
      effects.append(.releaseManager(host))
    }
    if let reference = machine[id.slot].handle {
      machine[id.slot].handle = nil
      effects.release(reference)
    } else {
      leavePrepared(id.slot)
    }
  }

  /// The reason that a dependency gave; other reasons follow from the verdict.
  private func reason(
    for verdict: Verdict, of handle: AnyOperationHandle
  ) -> OperationError.Reason? {
    guard verdict.ending == .cancelled || verdict.ending == .skipped,
      case .dependency(let id) = verdict.cause
    else { return nil }
    // The dependency is still in its record while its dependents are notified, unless it ended
    // before the edge was added. If it left while conditions were evaluated, the handle still
    // holds it.
    let dependency =
      self.handle(at: id.slot).flatMap { $0.id == id ? $0 : nil }
      ?? handle.details.dependencies.lazy.compactMap { $0 }.first { $0.id == id }
    if let reason = (dependency ?? handle.details.existingExtras?.endedBefore)?
      .reasonForDependents
    {
      return reason
    }
    let name = forgotten[id]
    return OperationError.Reason(
      .dependencyCancelled, root: name, path: name.map { [$0] } ?? [])
  }
}

extension AnyOperationHandle {
  /// The reason that its end gives to operations that require it; under the lock.
  final var reasonForDependents: OperationError.Reason {
    let kind: OperationError.Reason.Kind =
      switch details.verdict?.ending {
      case .failed: .dependencyFailed
      case .cancelled:
        details.reason?.kind == .dependencyFailed
          ? .dependencyFailed : .dependencyCancelled
      case .skipped, .succeeded, nil: .dependencySkipped
      }
    let way = details.reason?.path ?? []
    return OperationError.Reason(
      kind, root: details.reason?.root ?? name,
      rootError: details.existingExtras?.error ?? details.reason?.rootError,
      path: way.count < OperationError.Reason.longestPath ? way + [name] : way)
  }
}

extension Verdict {
  /// Nil if there is none, or if a dependency gave one.
  var reason: OperationError.Reason? {
    guard ending == .cancelled || ending == .skipped else { return nil }
    return switch cause {
    case .own: OperationError.Reason(.condition)
    case .requested, .preempted: OperationError.Reason(.requested)
    case .timedOut: OperationError.Reason(.timedOut)
    case .expired: OperationError.Reason(.expired)
    case .abandoned: OperationError.Reason(.abandoned)
    case .neverSubmitted: OperationError.Reason(.neverSubmitted)
    case .lost: OperationError.Reason(.lost)
    case .unwanted: OperationError.Reason(.unwanted)
    case .scopeEnded: OperationError.Reason(.scopeEnded)
    case .shutdown: OperationError.Reason(.shutdown)
    case .dependency: nil
    }
  }
}
