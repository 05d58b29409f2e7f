/// How bodies end, and how they are asked to.
extension OperationMachine {
  /// What a body came to.
  enum BodyResult: Sendable, Equatable {
    case returned
    case threw
    /// Threw, and is to be tried again after a rest.
    case threwToRest
  }

  /// What became of an operation whose body has returned or thrown.
  enum BodyEnd: Sendable, Equatable {
    /// This is how it ended.
    case ended(Verdict)
    /// Its children have not ended yet; this is how it will.
    case closing(Verdict)
    /// It rests before it is tried again.
    case resting
    /// It comes again when those who took its place have ended.
    case requeued
    /// It had been given up before.
    case ignored
  }

  /// A body has returned or thrown.
  ///
  /// - Parameters:
  ///   - id: the operation.
  ///   - result: what the body came to.
  ///   - callsDrivers: whether drivers are called for what can start now; not if who ran the body
  ///     takes the next at once.
  /// - Returns: what became of the operation.
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

  /// The last child of an operation whose body has ended has ended too.
  mutating func close(_ slot: Slot) {
    if let verdict = self[slot].verdict ?? self[slot].bodyVerdict {
      conclude(slot, verdict, isTold: false)
    } else if let cause = self[slot].cancelRequest, cause != .preempted {
      conclude(slot, .cancelled(cause), isTold: false)
    } else {
      requeue(slot)
    }
  }

  /// Nothing of the operation itself runs any more, and this is how it ended.
  mutating func conclude(_ slot: Slot, _ verdict: Verdict, isTold: Bool) {
    let isOver = self[slot].openChildren == 0
    releaseCategories(slot)
    self[slot].phase = isOver ? .ended : .closing
    if !isOver { cancelChildren(of: slot, verdict.causeForChildren) }
    decide(slot, verdict, isTold: isTold)
    if isOver { settleIfOver(slot) }
  }

  /// An interrupted operation goes to the front of its lines.
  mutating func requeue(_ slot: Slot) {
    self[slot].cancelRequest = nil
    // It stands in no line, also if it was ready.
    self[slot].phase = .waiting
    // Who interrupted it is granted the room here, before it stands in line again.
    releaseCategories(slot)
    // Nor is it as urgent as those any more that waited for what it had.
    reprice(slot)
    if needed(slot).isEmpty {
      makeReady(slot)
    } else {
      self[slot].phase = .inLine
      enterCategoryLines(slot, atFront: true)
      grantIfPossible(slot)
    }
  }

  /// The body does not run any more: its slot goes to another.
  mutating func leaveExecution(_ slot: Slot) {
    let manager = self[slot].manager
    managers[Int(manager)].lastLeaver = self[slot].number
    self[slot].awaits = 0
    self[slot].traits.remove(.isOutside)
    self[slot].phase = .closing
    if self[slot].returns > 0 {
      // It does not want the slot any more; who waits in its body goes on without.
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

  /// Whoever wants its slot again comes before who has not started.
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

  /// Lets those go on whose wait for a slot has become pointless: their operation has it, or does
  /// not execute any more.
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

  /// The rest between two attempts is over.
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
    /// And all that come after it, whatever the edge.
    case dependents
  }

  /// Somebody wants an operation to end.
  ///
  /// - Returns: whether it had not ended.
  mutating func cancel(_ slot: Slot, _ cause: Verdict.Cause, _ reach: Reach) -> Bool {
    let hadEnded = self[slot].verdict != nil
    switch reach {
    case .this:
      request(slot, cause)
    case .dependents:
      // First all are marked, so that none of them starts because another has ended.
      search &+= 2
      self[slot].mark = search
      if !hadEnded { callOff(slot, cause) }
      markDependents(of: slot, cause, search, from: nil)
    }
    flush()
    callDrivers()
    return !hadEnded
  }

  /// An operation is to end, with others: it starts no more.
  mutating func callOff(_ slot: Slot, _ cause: Verdict.Cause) {
    self[slot].traits.insert(.isCalledOff)
    work.requests.append((id(of: slot), cause))
  }

  /// Calls off all that come after an operation, for every kind of edge.
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

  /// Why an operation that could go on is not to: it or what it belongs to is being cancelled, and
  /// it has not been its turn to be.
  @inline(__always)
  func causeToStop(_ slot: Slot) -> Verdict.Cause? {
    if self[slot].traits.contains(.isCalledOff) { return .requested }
    let parent = self[slot].parent
    guard parent >= 0 else { return nil }
    if let cause = self[parent].cancelRequest, cause != .preempted { return cause }
    return self[parent].traits.contains(.hasFailed) ? .scopeEnded : nil
  }

  /// Asks what runs to stop, and decides about what does not.
  mutating func request(_ slot: Slot, _ cause: Verdict.Cause) {
    if requestOne(slot, cause) { cancelChildren(of: slot, cause) }
  }

  /// - Returns: whether its children are to end too.
  private mutating func requestOne(_ slot: Slot, _ cause: Verdict.Cause) -> Bool {
    guard self[slot].verdict == nil else { return false }
    switch self[slot].phase {
    case .executing, .checking, .closing:
      // Preemption is a wish; whoever wants the end for good takes its place.
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

  /// Asks all children to end, and theirs.
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

  /// Nobody waits for a running body any more: the operation ends now, whatever the body does.
  ///
  /// - Returns: whether it had not ended.
  mutating func abandon(_ slot: Slot) -> Bool {
    guard self[slot].verdict == nil else { return false }
    if self[slot].phase == .executing {
      actions.append(.interrupt(id(of: slot)))
      // What its body submits from now on is not wanted either.
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
  /// Cancels many at once, so that none of them starts because another has ended.
  mutating func cancelAll(_ slots: [Slot]) {
    for slot in slots { callOff(slot, .requested) }
    flush()
    callDrivers()
  }
}
