/// The path of an operation from its last dependency to its start.
extension OperationMachine {
  /// Submits an operation.
  mutating func submit(_ slot: Slot) {
    // It may have been decided already, as the child of a cancelled operation.
    flush()
    guard !self[slot].isSubmitted else { return callDrivers() }
    self[slot].isSubmitted = true
    release(slot, blocker: nil)
    flush()
    callDrivers()
  }

  /// Moves an operation without pending dependencies to its next stage.
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
  private mutating func stop(_ slot: Slot, _ cause: Verdict.Cause) {
    self[slot].phase = .waiting
    let isCalledOff = self[slot].traits.contains(.isCalledOff)
    let known = isCalledOff ? self[slot].bodyVerdict : nil
    work.items.append(.decide(id(of: slot), known ?? .cancelled(cause)))
  }

  /// Makes an operation ready, which only needs a concurrency slot of its manager.
  mutating func makeReady(_ slot: Slot) {
    if let cause = causeToStop(slot) { return stop(slot, cause) }
    if self[slot].traits.contains(.isScope) {
      self[slot].phase = .executing
    } else if self[slot].traits.contains(.schedulesItself) {
      self[slot].phase = .handedOut
      actions.append(.handOut(id(of: slot)))
    } else {
      self[slot].phase = .ready
      if self[slot].traits.contains(.isFollowed) { actions.append(.becameReady(id(of: slot))) }
      enterReadyLine(slot)
    }
  }

  /// Puts an operation with custom scheduling into the line of a manager.
  ///
  /// - Returns: Whether it was still waiting for that.
  mutating func takeIn(_ id: NodeID, manager: Int32) -> Bool {
    guard let slot = slot(of: id), mayStart(slot) else { return false }
    self[slot].manager = manager
    self[slot].phase = .ready
    enterReadyLine(slot)
    callDrivers()
    return true
  }

  // MARK: Drivers

  /// Returns the next operation for a driver.
  ///
  /// - Parameters:
  ///   - manager: The manager of the driver.
  ///   - lane: The lane of the driver.
  ///   - isFirst: Whether the driver was requested and asks for the first time.
  /// - Returns: What to do; nil if there is nothing, in which case the driver ends.
  mutating func take(manager: Int32, lane: LaneIndex, isFirst: Bool) -> Order? {
    let m = Int(manager)
    if isFirst { lanes[place(manager, lane)].hasDriverInWings = false }
    guard !managers[m].isSuspended else { return nil }
    let order: Order?
    if let slot = popFirst(isCheck: true, manager: manager, lane: lane) {
      self[slot].phase = .checking
      order = .check(id(of: slot))
    } else if managers[m].hasSlot,
      let slot = popFirst(isCheck: false, manager: manager, lane: lane)
    {
      begin(slot)
      order = .run(id(of: slot))
    } else if work.isEmpty {
      return nil
    } else {
      order = nil
    }
    flush()
    touch(manager, lane)
    callDrivers()
    return order
  }

  /// Starts an operation in a task of its own, without a concurrency slot.
  mutating func startOutside(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id), mayStart(slot) else { return false }
    self[slot].phase = .executing
    self[slot].traits.insert(.isOutside)
    return true
  }

  /// Whether an operation was handed out and is not being cancelled.
  private mutating func mayStart(_ slot: Slot) -> Bool {
    guard self[slot].phase == .handedOut else { return false }
    guard let cause = causeToStop(slot) else { return true }
    stop(slot, cause)
    flush()
    callDrivers()
    return false
  }

  private mutating func begin(_ slot: Slot) {
    self[slot].phase = .executing
    self[slot].holdsSlot = true
    if self[slot].blockedBy == .width {
      self[slot].blocker = managers[Int(self[slot].manager)].lastLeaver
    }
    managers[Int(self[slot].manager)].executing += 1
  }

  private mutating func popFirst(
    isCheck: Bool, manager: Int32, lane: LaneIndex
  ) -> Slot? {
    let lane = place(manager, lane)
    while budget > 0 {
      // Usually one of the two kinds is absent.
      if isCheck ? lanes[lane].checks.isEmpty : lanes[lane].ready.isEmpty { return nil }
      guard
        let place = isCheck
          ? lanes[lane].checks.popFirst(&places) : lanes[lane].ready.popFirst(&places)
      else { return nil }
      let slot = places[place].slot
      places.remove(place)
      self[slot].firstPlace = -1
      guard let cause = causeToStop(slot) else { return slot }
      budget -= 1
      stop(slot, cause)
    }
    return nil
  }

  /// Notes that a lane may need a driver.
  mutating func touch(_ manager: Int32, _ lane: LaneIndex) {
    guard !lanes[place(manager, lane)].isTouched else { return }
    lanes[place(manager, lane)].isTouched = true
    touched.append((manager, lane))
  }

  /// Requests a driver for each lane that has work and no driver on its way.
  mutating func callDrivers() {
    while let (manager, lane) = touched.popLast() {
      let m = Int(manager)
      lanes[place(manager, lane)].isTouched = false
      guard !managers[m].isSuspended, !lanes[place(manager, lane)].hasDriverInWings else {
        continue
      }
      let canRun = managers[m].hasSlot && !lanes[place(manager, lane)].ready.isEmpty
      guard canRun || !lanes[place(manager, lane)].checks.isEmpty else { continue }
      lanes[place(manager, lane)].hasDriverInWings = true
      actions.append(.callDriver(manager: manager, lane: lane, priority: 2))
    }
  }

  // MARK: Lines

  mutating func enterReadyLine(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    if !managers[Int(manager)].hasSlot { self[slot].blockedBy = .width }
    lanes[place(manager, lane)].ready.append(makePlace(slot), &places)
    touch(manager, lane)
  }

  mutating func enterCheckLine(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    lanes[place(manager, lane)].checks.append(makePlace(slot), &places)
    touch(manager, lane)
  }

  /// Creates the only entry of an operation in a line of its manager.
  private mutating func makePlace(_ slot: Slot) -> Int32 {
    let place = places.make()
    places[place] = LinePlace(slot: slot, level: self[slot].priority)
    self[slot].firstPlace = place
    return place
  }

  private mutating func dropPlace(_ slot: Slot) {
    places.remove(self[slot].firstPlace)
    self[slot].firstPlace = -1
  }

  /// Removes the operation from its lines, if any.
  mutating func leaveLines(_ slot: Slot) {
    let (manager, lane) = (self[slot].manager, self[slot].lane)
    switch self[slot].phase {
    case .ready:
      lanes[place(manager, lane)].ready.remove(self[slot].firstPlace, &places)
      dropPlace(slot)
    case .checkDue:
      lanes[place(manager, lane)].checks.remove(self[slot].firstPlace, &places)
      dropPlace(slot)
    case .inLine:
      self[slot].phase = .waiting
      leaveCategoryLines(slot)
    case .waiting, .checking, .handedOut, .executing, .resting, .closing, .ended:
      break
    }
  }

  /// Returns an operation to the waiting stage because it got another dependency.
  mutating func stepBack(_ slot: Slot) {
    switch self[slot].phase {
    case .checkDue, .inLine, .ready:
      leaveLines(slot)
      self[slot].phase = .waiting
      forgetPassing(slot)
      releaseCategories(slot)
    case .resting:
      // It no longer waits only for its next attempt.
      releaseCategories(slot)
    case .waiting, .checking, .handedOut, .executing, .closing, .ended:
      break
    }
  }
}
