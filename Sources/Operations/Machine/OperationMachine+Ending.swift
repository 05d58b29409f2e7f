/// The ends of bodies, and cancellation.
extension OperationMachine {
  /// The result of a body.
  enum BodyResult: Sendable, Equatable {
    case returned
    case threw
    /// It threw, and is to be retried after a pause.
    case threwToRest
  }

  /// What happens next to an operation whose body has returned or thrown.
  enum BodyEnd: Sendable, Equatable {
    /// It ended.
    case ended(Verdict)
    /// Its children have not ended; it will end like this.
    case closing(Verdict)
    /// It pauses before the next attempt.
    case resting
    /// It runs again after the operations that preempted it have ended.
    case requeued
    /// It was abandoned before.
    case ignored
  }

  /// Handles the end of a body.
  ///
  /// - Parameters:
  ///   - id: The operation.
  ///   - result: The result of the body.
  ///   - callsDrivers: Whether to request drivers for what can start now; false if the driver that
  ///     ran the body takes the next operation at once.
  /// - Returns: What happens next to the operation.
  mutating func finish(
    _ id: NodeID, _ result: BodyResult, callsDrivers: Bool = true
  ) -> BodyEnd {
    guard let slot = slot(of: id), self[slot].phase == .executing else { return .ignored }
    leaveExecution(slot)
    defer {
      flush()
      if callsDrivers { callDrivers() }
    }
    let verdict = verdict(of: slot, result)
    switch (self[slot].cancelRequest, result) {
    case (.preempted, .threw), (.preempted, .threwToRest):
      if self[slot].openChildren == 0 { requeue(slot) } else { self[slot].phase = .closing }
      return .requeued
    case (nil, .threwToRest):
      if !self[slot].traits.contains(.keepsCategories) { releaseCategories(slot) }
      self[slot].phase = .resting
      return .resting
    default:
      break
    }
    guard self[slot].openChildren == 0 else {
      self[slot].phase = .closing
      self[slot].bodyVerdict = verdict
      return .closing(verdict)
    }
    conclude(slot, verdict, isTold: true)
    return .ended(verdict)
  }

  private func verdict(of slot: Slot, _ result: BodyResult) -> Verdict {
    switch (self[slot].cancelRequest, result) {
    case (.timedOut, _): .cancelled(.timedOut)
    case (_, .returned): .succeeded
    case (nil, _), (.preempted, _): .failed
    case (let cause?, _): .cancelled(cause)
    }
  }

  /// Ends an operation whose body and last child have ended.
  mutating func close(_ slot: Slot) {
    if let verdict = self[slot].verdict ?? self[slot].bodyVerdict {
      conclude(slot, verdict, isTold: false)
    } else if let cause = self[slot].cancelRequest, cause != .preempted {
      conclude(slot, .cancelled(cause), isTold: false)
    } else {
      requeue(slot)
    }
  }

  /// Records the end of an operation whose body no longer runs.
  mutating func conclude(_ slot: Slot, _ verdict: Verdict, isTold: Bool) {
    let isOver = self[slot].openChildren == 0
    releaseCategories(slot)
    self[slot].phase = isOver ? .ended : .closing
    if !isOver { cancelChildren(of: slot, verdict.causeForChildren) }
    decide(slot, verdict, isTold: isTold)
    if isOver { settleIfOver(slot) }
  }

  /// Puts an interrupted operation at the front of its lines.
  mutating func requeue(_ slot: Slot) {
    self[slot].cancelRequest = nil
    // It is in no line, even if it was ready.
    self[slot].phase = .waiting
    // The preempting operation is granted the categories here, before this one is in line again.
    releaseCategories(slot)
    // Nor does it have the priority of the operations that waited for its categories any more.
    reprice(slot)
    if needed(slot).isEmpty {
      makeReady(slot)
    } else {
      self[slot].phase = .inLine
      enterCategoryLines(slot, atFront: true)
      grantIfPossible(slot)
    }
  }

  /// Releases the concurrency slot of a body that no longer runs.
  mutating func leaveExecution(_ slot: Slot) {
    let manager = self[slot].manager
    managers[Int(manager)].lastLeaver = self[slot].number
    self[slot].awaits = 0
    self[slot].traits.remove(.isOutside)
    self[slot].phase = .closing
    if self[slot].returns > 0 {
      // It no longer needs the slot; waits in its body continue without one.
      self[slot].returns = 0
      resumeStrays(manager)
    }
    if self[slot].holdsSlot {
      self[slot].holdsSlot = false
      giveSlotBack(manager)
    }
  }

  mutating func giveSlotBack(_ manager: Int32) {
    managers[Int(manager)].executing -= 1
    resumeReturning(manager)
    touch(manager, .compute)
    touch(manager, .main)
  }

  /// Gives slots to waits that need one again, before any operation starts.
  mutating func resumeReturning(_ manager: Int32) {
    let m = Int(manager)
    while managers[m].hasSlot, let next = managers[m].nextReturning() {
      actions.append(.resume(ticket: next.ticket))
      guard let slot = slot(of: next.id), self[slot].phase == .executing else { continue }
      self[slot].returns -= 1
      // Another of its waits may have begun since.
      guard self[slot].awaits == 0, !self[slot].holdsSlot else { continue }
      self[slot].holdsSlot = true
      managers[m].executing += 1
      if self[slot].returns > 0 { resumeStrays(manager) }
    }
  }

  /// Resumes waits that no longer need a slot: their operation has one, or no longer executes.
  mutating func resumeStrays(_ manager: Int32) {
    for next in managers[Int(manager)].takeReturning() {
      let slot = slot(of: next.id).flatMap { self[$0].phase == .executing ? $0 : nil }
      if let slot, !self[slot].holdsSlot {
        managers[Int(manager)].addReturning(next)
        continue
      }
      if let slot { self[slot].returns -= 1 }
      actions.append(.resume(ticket: next.ticket))
    }
  }

  /// Ends the pause between two attempts.
  mutating func wakeUp(_ id: NodeID) {
    guard let slot = slot(of: id), self[slot].phase == .resting else { return }
    self[slot].phase = .waiting
    self[slot].blockedBy = .rest
    if self[slot].pending == 0 { advance(slot) }
    flush()
    callDrivers()
  }

  // MARK: Cancelling

  /// Which operations a cancellation reaches.
  enum Reach: Sendable {
    case this
    /// This operation and all its dependents, regardless of the edge.
    case dependents
  }

  /// Cancels an operation.
  ///
  /// - Returns: Whether it had not ended.
  mutating func cancel(_ slot: Slot, _ cause: Verdict.Cause, _ reach: Reach) -> Bool {
    let hadEnded = self[slot].verdict != nil
    switch reach {
    case .this:
      request(slot, cause)
    case .dependents:
      // All are marked first, so that none of them starts because another one ended.
      search &+= 2
      self[slot].mark = search
      if !hadEnded { callOff(slot, cause) }
      markDependents(of: slot, cause, search, from: nil)
    }
    flush()
    callDrivers()
    return !hadEnded
  }

  /// Marks an operation as being cancelled together with others: it cannot start any more.
  mutating func callOff(_ slot: Slot, _ cause: Verdict.Cause) {
    self[slot].traits.insert(.isCalledOff)
    work.requests.append((id(of: slot), cause))
  }

  /// Marks all dependents of an operation, for every kind of edge.
  mutating func markDependents(
    of slot: Slot, _ cause: Verdict.Cause, _ search: UInt32, from cursor: CursorID?
  ) {
    let rest = walk(slot, .dependents, from: cursor) { machine, link in
      let dependent = machine.links[link].dependent
      guard machine.links[link].kind.holdsBack, machine[dependent].mark != search else { return }
      machine[dependent].mark = search
      if machine[dependent].verdict == nil { machine.callOff(dependent, cause) }
      if machine[dependent].firstDependent >= 0 {
        machine.work.items.append(
          .mark(machine.id(of: dependent), cause, search: search, from: nil))
      }
    }
    if let rest {
      work.items.append(.mark(id(of: slot), cause, search: search, from: rest))
    }
  }

  /// The reason for which an operation must not continue: it or its parent is being cancelled, and
  /// its own cancellation has not been processed yet.
  @inline(__always)
  func causeToStop(_ slot: Slot) -> Verdict.Cause? {
    if self[slot].traits.contains(.isCalledOff) { return .requested }
    let parent = self[slot].parent
    guard parent >= 0 else { return nil }
    if let cause = self[parent].cancelRequest, cause != .preempted { return cause }
    return self[parent].traits.contains(.hasFailed) ? .scopeEnded : nil
  }

  /// Asks a running operation to stop, and decides one that does not run.
  mutating func request(_ slot: Slot, _ cause: Verdict.Cause) {
    if requestOne(slot, cause) { cancelChildren(of: slot, cause) }
  }

  /// - Returns: Whether its children are to end too.
  private mutating func requestOne(_ slot: Slot, _ cause: Verdict.Cause) -> Bool {
    guard self[slot].verdict == nil else { return false }
    switch self[slot].phase {
    case .executing, .checking, .closing:
      // A preemption is only a wish; a real cancellation overrides it.
      if self[slot].cancelRequest == nil || self[slot].cancelRequest == .preempted {
        self[slot].cancelRequest = cause
        if self[slot].isOccupied { actions.append(.interrupt(id(of: slot))) }
      }
      return cause != .preempted && self[slot].openChildren > 0
    case .waiting, .checkDue, .inLine, .ready, .handedOut, .resting:
      work.items.append(.decide(id(of: slot), .cancelled(cause)))
    case .ended:
      break
    }
    return false
  }

  /// Asks all children and their children to end.
  mutating func cancelChildren(
    of parent: Slot, _ cause: Verdict.Cause, from cursor: CursorID? = nil
  ) {
    guard self[parent].openChildren > 0 else { return dropCursor(cursor) }
    let rest = walk(parent, .dependencies, from: cursor) { machine, link in
      let child = machine.links[link].dependency
      if machine.links[link].kind == .child, machine.requestOne(child, cause) {
        machine.work.items.append(.cancelChildren(machine.id(of: child), cause, from: nil))
      }
    }
    if let rest { work.items.append(.cancelChildren(id(of: parent), cause, from: rest)) }
  }

  /// Ends an operation at once, without waiting for its body.
  ///
  /// - Returns: Whether it had not ended.
  mutating func abandon(_ slot: Slot) -> Bool {
    guard self[slot].verdict == nil else { return false }
    if self[slot].phase == .executing {
      actions.append(.interrupt(id(of: slot)))
      // Children that its body submits from now on are cancelled too.
      self[slot].cancelRequest = .abandoned
      cancelChildren(of: slot, .abandoned)
      leaveExecution(slot)
      if self[slot].openChildren > 0 {
        self[slot].phase = .closing
        self[slot].bodyVerdict = .cancelled(.abandoned)
      } else {
        conclude(slot, .cancelled(.abandoned), isTold: false)
      }
    } else {
      request(slot, .abandoned)
    }
    flush()
    callDrivers()
    return true
  }
}

extension OperationMachine {
  /// Cancels many operations as one set, so that none of them starts because another one ended.
  mutating func cancelAll(_ slots: [Slot]) {
    for slot in slots { callOff(slot, .requested) }
    flush()
    callDrivers()
  }
}
