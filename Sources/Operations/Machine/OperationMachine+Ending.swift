internal import StageFloor

extension OperationMachine {
  enum BodyEnd: Sendable, Equatable {
    case ended(Verdict)
    /// Its children have not ended; it will end like this.
    case closing(Verdict)
    case resting
    /// It runs again after the operations that preempted it have ended.
    case requeued
    case ignored
  }

  /// Handles the end of a body; if it `rests`, it threw, and is to be retried after a pause.
  ///
  /// Without `requestsDrivers`, the driver that ran the body takes the next operation at once.
  mutating func finish(
    _ id: NodeID, threw: Bool, rests: Bool = false, requestsDrivers: Bool = true
  ) -> BodyEnd {
    guard let slot = slot(of: id), self[slot].phase == .executing else { return .ignored }
    leaveExecution(slot)
    defer {
      flush()
      if requestsDrivers { requestDrivers() }
    }
    let verdict = verdict(of: slot, threw: threw)
    switch self[slot].cancelRequest {
    case .preempted where threw:
      if self[slot].openChildren == 0 { requeue(slot) } else { self[slot].phase = .closing }
      return .requeued
    case nil where rests:
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
    endBody(slot, verdict, callerNotifies: true)
    return .ended(verdict)
  }

  private func verdict(of slot: Slot, threw: Bool) -> Verdict {
    switch self[slot].cancelRequest {
    case .timedOut: .cancelled(.timedOut)
    case _ where !threw: .succeeded
    case nil, .preempted: .failed
    case let cause?: .cancelled(cause)
    }
  }

  mutating func close(_ slot: Slot) {
    // As in `verdict(of:threw:)`, a success that comes too late does not count; an error in time does.
    let isLate = self[slot].cancelRequest == .timedOut && self[slot].bodyVerdict == .succeeded
    let own = isLate ? .cancelled(.timedOut) : self[slot].bodyVerdict
    if let verdict = self[slot].verdict ?? own {
      endBody(slot, verdict, callerNotifies: false)
    } else if let cause = self[slot].cancelRequest, cause != .preempted {
      endBody(slot, .cancelled(cause), callerNotifies: false)
    } else {
      requeue(slot)
    }
  }

  mutating func endBody(_ slot: Slot, _ verdict: Verdict, callerNotifies: Bool) {
    let isOver = self[slot].openChildren == 0
    releaseCategories(slot)
    self[slot].phase = isOver ? .ended : .closing
    if !isOver { cancelChildren(of: slot, verdict.causeForChildren) }
    decide(slot, verdict, callerNotifies: callerNotifies)
    if isOver { settleIfOver(slot) }
  }

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
    while managers[m].hasSlot, let next = managers[m].returning.popFirst() {
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
    // Those that still need a slot are appended again, in the same order.
    for _ in 0..<managers[Int(manager)].returning.count {
      guard let next = managers[Int(manager)].returning.popFirst() else { return }
      let slot = slot(of: next.id).flatMap { self[$0].phase == .executing ? $0 : nil }
      if let slot, !self[slot].holdsSlot {
        managers[Int(manager)].returning.append(next)
        continue
      }
      if let slot { self[slot].returns -= 1 }
      actions.append(.resume(ticket: next.ticket))
    }
  }

  mutating func wakeUp(_ id: NodeID) {
    guard let slot = slot(of: id), self[slot].phase == .resting else { return }
    self[slot].phase = .waiting
    self[slot].blockedBy = .rest
    if self[slot].pending == 0 { advance(slot) }
    flush()
    requestDrivers()
  }
}
