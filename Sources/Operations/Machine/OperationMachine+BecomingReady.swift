/// The path of an operation from its last dependency to being ready.
extension OperationMachine {
  mutating func submit(_ slot: Slot) {
    // It may have been decided already, as the child of a cancelled operation.
    flush()
    guard !self[slot].isSubmitted else { return requestDrivers() }
    self[slot].isSubmitted = true
    release(slot, blocker: nil)
    flush()
    requestDrivers()
  }

  mutating func advance(_ slot: Slot) {
    if let cause = causeToStop(slot) { return stop(slot, cause) }
    if self[slot].traits.contains(.needsCheck) {
      self[slot].phase = .checkDue
      enterCheckLine(slot)
    } else if self[slot].categories.isEmpty || self[slot].holdsCategories {
      makeReady(slot)
    } else {
      seekCategories(slot)
    }
  }

  /// Ends an operation that could have continued.
  mutating func stop(_ slot: Slot, _ cause: Verdict.Cause) {
    self[slot].phase = .waiting
    let isMarkedCancelled = self[slot].traits.contains(.isMarkedCancelled)
    let known = isMarkedCancelled ? self[slot].bodyVerdict : nil
    work.items.append(.decide(id(of: slot), known ?? .cancelled(cause)))
  }

  mutating func makeReady(_ slot: Slot) {
    if let cause = causeToStop(slot) { return stop(slot, cause) }
    if self[slot].traits.contains(.isScope) {
      self[slot].phase = .executing
    } else if self[slot].traits.contains(.schedulesItself) {
      self[slot].phase = .scheduling
      actions.append(.callSchedule(id(of: slot)))
    } else {
      self[slot].phase = .ready
      if self[slot].traits.contains(.reportsReadiness) {
        actions.append(.becameReady(id(of: slot)))
      }
      enterReadyLine(slot)
    }
  }

  /// Puts an operation with custom scheduling into a line; false if it no longer waits for that.
  mutating func enqueue(_ id: NodeID, manager: Int32) -> Bool {
    guard let slot = slot(of: id), mayStart(slot) else { return false }
    self[slot].manager = manager
    self[slot].phase = .ready
    enterReadyLine(slot)
    requestDrivers()
    return true
  }

  /// Whether an operation was handed out and is not being cancelled.
  mutating func mayStart(_ slot: Slot) -> Bool {
    guard self[slot].phase == .scheduling else { return false }
    guard let cause = causeToStop(slot) else { return true }
    stop(slot, cause)
    flush()
    requestDrivers()
    return false
  }

  // MARK: Lines

  mutating func enterReadyLine(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    if !managers[Int(manager)].hasSlot { self[slot].blockedBy = .width }
    let index = laneIndex(manager, lane)
    lanes[index].ready.append(makeEntry(slot), &lineEntries)
    if lanes[index].aheadCount > 0, self[slot].priority != lanes[index].aheadLevel {
      isRecallDue = true
    }
    if !lanes[index].isDriverRequested { touch(manager, lane) }
  }

  /// Puts an operation that was taken ahead back to the front of its level.
  mutating func reenterReadyLine(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    lanes[laneIndex(manager, lane)].ready.prepend(makeEntry(slot), &lineEntries)
    touch(manager, lane)
  }

  mutating func enterCheckLine(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    lanes[laneIndex(manager, lane)].checks.append(makeEntry(slot), &lineEntries)
    touch(manager, lane)
  }

  private mutating func makeEntry(_ slot: Slot) -> Int32 {
    let entry = lineEntries.make()
    lineEntries[entry] = LineEntry(slot: slot, level: self[slot].priority)
    self[slot].firstEntry = entry
    return entry
  }

  private mutating func dropEntry(_ slot: Slot) {
    lineEntries.remove(self[slot].firstEntry)
    self[slot].firstEntry = -1
  }

  mutating func leaveLines(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    switch self[slot].phase {
    case .ready:
      lanes[laneIndex(manager, lane)].ready.remove(self[slot].firstEntry, &lineEntries)
      dropEntry(slot)
    case .checkDue:
      lanes[laneIndex(manager, lane)].checks.remove(self[slot].firstEntry, &lineEntries)
      dropEntry(slot)
    case .inLine:
      self[slot].phase = .waiting
      leaveCategoryLines(slot)
    case .waiting, .checking, .scheduling, .executing, .resting, .closing, .ended:
      break
    }
  }

  /// Returns an operation to the waiting stage because it got another dependency.
  mutating func stepBack(_ slot: Slot) {
    switch self[slot].phase {
    case .checkDue, .inLine, .ready:
      leaveLines(slot)
      self[slot].phase = .waiting
      resetOvertaken(slot)
      releaseCategories(slot)
    case .resting:
      // It no longer waits only for its next attempt.
      releaseCategories(slot)
    case .waiting, .checking, .scheduling, .executing, .closing, .ended:
      break
    }
  }
}
