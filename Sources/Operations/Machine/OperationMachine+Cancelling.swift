extension OperationMachine {
  enum Reach: Sendable {
    case this
    case dependents
  }

  /// Returns whether it had not ended.
  mutating func cancel(_ slot: Slot, _ cause: Verdict.Cause, _ reach: Reach) -> Bool {
    let hadEnded = self[slot].verdict != nil
    switch reach {
    case .this:
      request(slot, cause)
    case .dependents:
      // All are marked first, so that none of them starts because another one ended.
      search &+= 2
      self[slot].mark = search
      if !hadEnded { markCancelled(slot, cause) }
      markDependents(of: slot, cause, search, from: nil)
    }
    flush()
    requestDrivers()
    return !hadEnded
  }

  /// Marks an operation as being cancelled together with others: it cannot start any more.
  mutating func markCancelled(_ slot: Slot, _ cause: Verdict.Cause) {
    self[slot].traits.insert(.isMarkedCancelled)
    work.requests.append((id(of: slot), cause))
  }

  mutating func markDependents(
    of slot: Slot, _ cause: Verdict.Cause, _ search: UInt32, from cursor: CursorID?
  ) {
    let rest = walk(slot, .dependents, from: cursor) { machine, link in
      let dependent = machine.links[link].dependent
      guard machine.links[link].kind.holdsBack, machine[dependent].mark != search else { return }
      machine[dependent].mark = search
      if machine[dependent].verdict == nil { machine.markCancelled(dependent, cause) }
      if machine[dependent].firstDependent >= 0 {
        machine.work.items.append(
          .mark(machine.id(of: dependent), cause, search: search, from: nil))
      }
    }
    if let rest {
      work.items.append(.mark(id(of: slot), cause, search: search, from: rest))
    }
  }

  /// Why it must not continue: it or its parent is being cancelled, which is yet to be processed.
  @inline(__always)
  func causeToStop(_ slot: Slot) -> Verdict.Cause? {
    if self[slot].traits.contains(.isMarkedCancelled) { return .requested }
    let parent = self[slot].parent
    guard parent >= 0 else { return nil }
    if let cause = self[parent].cancelRequest, cause != .preempted { return cause }
    return self[parent].traits.contains(.hasFailed) ? .scopeEnded : nil
  }

  /// Asks a running operation to stop, and decides one that does not run.
  mutating func request(_ slot: Slot, _ cause: Verdict.Cause) {
    if requestOne(slot, cause) { cancelChildren(of: slot, cause) }
  }

  /// Returns whether its children are to end too.
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
    case .waiting, .checkDue, .inLine, .ready, .scheduling, .resting:
      work.items.append(.decide(id(of: slot), .cancelled(cause)))
    case .ended:
      break
    }
    return false
  }

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

  /// Returns whether it had not ended.
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
        endBody(slot, .cancelled(.abandoned), callerNotifies: false)
      }
    } else {
      request(slot, .abandoned)
    }
    flush()
    requestDrivers()
    return true
  }

  /// Cancels many operations as one set, so that none of them starts because another one ended.
  mutating func cancelAll(_ slots: [Slot]) {
    for slot in slots { markCancelled(slot, .requested) }
    flush()
    requestDrivers()
  }
}
