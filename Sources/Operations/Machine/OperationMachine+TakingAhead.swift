internal import StageFloor

/// Operations that a driver takes ahead, to start them one after another without asking again.
///
/// Only plain operations are taken ahead: nothing waits for them, so it makes no difference whether
/// their ends are recorded at once or together with the ends of others. The shell recalls them
/// before anything can tell: it records which have ended and which one runs, and puts the others
/// back where they were.
///
/// - A manager with a limit takes nothing ahead: its slots would not be counted one by one.
/// - While operations are ahead, a driver is on its way: it recalls them if the line is empty. So
///   none waits behind a long body while a thread is free.
/// - All have the same priority as all others in line. An operation with another priority that
///   becomes ready sets ``isRecallDue``.
extension OperationMachine {
  /// With the one that the driver runs.
  static var mostAhead: Int { 16 }

  /// Whether an operation that was just taken by a driver may be the first of several.
  func mayBeAhead(_ slot: Slot) -> Bool {
    let record = records.address(slot)
    return managers[Int(record.pointee.manager)].limit == .max && record.pointee.isPlain
      && record.pointee.categories.isEmpty && record.pointee.firstDependent < 0
      && record.pointee.owner == record.pointee.manager
  }

  /// Half of those in line, so that other drivers find some.
  func room(manager: Int32, lane: LaneIndex) -> Int {
    min(Self.mostAhead - 1, lanes[laneIndex(manager, lane)].ready.count / 2)
  }

  /// The operation stays ready, but in no line, until it has ended or is put back.
  mutating func takeAhead(
    manager: Int32, lane: LaneIndex, where mayBeTaken: (Unmanaged<AnyOperationHandle>?) -> Bool
  ) -> Slot? {
    let index = laneIndex(manager, lane)
    guard lanes[index].checks.isEmpty, !forcesSlowPath,
      let first = lanes[index].ready.nextOfOnlyLevel
    else { return nil }
    let slot = lineEntries[first].slot
    guard mayBeAhead(slot), mayBeTaken(self[slot].handle),
      let entry = lanes[index].ready.popFirst(&lineEntries)
    else { return nil }
    lineEntries.remove(entry)
    self[slot].firstEntry = -1
    self[slot].traits.insert(.isAhead)
    lanes[index].aheadCount += 1
    lanes[index].aheadLevel = self[slot].priority
    return slot
  }

  mutating func endAhead(_ count: Int, manager: Int32, lane: LaneIndex) {
    lanes[laneIndex(manager, lane)].aheadCount -= count
  }

  /// Records that an operation of several has ended successfully; the next one has its slot.
  mutating func settleAhead(_ slot: Slot) {
    managers[Int(self[slot].manager)].lastLeaver = self[slot].number
    self[slot].holdsSlot = false
    self[slot].traits.remove(.isAhead)
    vacate(slot, callerNotifies: true)
  }

  /// Records that an operation of several runs, in the slot of those that have ended.
  mutating func beginAhead(_ slot: Slot) {
    self[slot].traits.remove(.isAhead)
    self[slot].phase = .executing
    self[slot].holdsSlot = true
  }

  /// It has not started; the last one taken is put back first.
  mutating func putBack(_ slot: Slot) {
    self[slot].traits.remove(.isAhead)
    reenterReadyLine(slot)
  }

  // MARK: Plain ends

  /// Records the successful end of a plain operation in one step; otherwise changes nothing.
  ///
  /// It gives the same results as ``finish(_:threw:rests:requestsDrivers:)``. Its conditions are
  /// those under which that function takes the same way: nothing it has started or requested is
  /// open, no dependent is affected by a success, and there is no other work.
  ///
  /// With it, an operation of a chain takes 890 nanoseconds of processor time instead of 1,150, and
  /// one in a category 1,070 instead of 1,290; independent ones take the same.
  mutating func finishPlain(_ id: NodeID) -> Bool {
    guard work.isEmpty, records.contains(id.slot) else { return false }
    let slot = id.slot
    let record = records.address(slot)
    guard record.pointee.generation == id.generation, record.pointee.phase == .executing,
      record.pointee.holdsSlot, record.pointee.isPlain, record.pointee.firstDependency < 0,
      record.pointee.openChildren == 0, record.pointee.returns == 0,
      record.pointee.cancelRequest == nil, record.pointee.priorityCounts < 0,
      record.pointee.verdict == nil, hasPlainDependents(slot), !forcesSlowPath
    else { return false }
    let manager = Int(record.pointee.manager)
    managers[manager].lastLeaver = record.pointee.number
    record.pointee.holdsSlot = false
    record.pointee.phase = .ended
    managers[manager].executing -= 1
    // Without a limit there was a slot before.
    if managers[manager].limit < .max || !managers[manager].returning.isEmpty {
      resumeReturning(Int32(manager))
      touch(Int32(manager), .compute)
      touch(Int32(manager), .main)
    }
    if record.pointee.holdsCategories { releaseCategories(slot) }
    if record.pointee.firstMembership >= 0 { leaveCategories(slot) }
    while record.pointee.lastDependent >= 0 {
      let link = record.pointee.lastDependent
      let dependent = links[link].dependent
      removeLink(link, isLast: true)
      release(dependent, blocker: slot)
    }
    vacate(slot, callerNotifies: true)
    flush()
    return true
  }

  /// Cancels a ready operation to which nothing is attached in one step; otherwise changes nothing.
  ///
  /// It gives the same results as ``cancelAll(_:)`` for this operation, which has been marked, in 250
  /// nanoseconds instead of 395.
  mutating func cancelPlain(_ slot: Slot) -> Bool {
    let record = records.address(slot)
    guard work.isEmpty, !forcesSlowPath, record.pointee.phase == .ready,
      record.pointee.verdict == nil, record.pointee.firstDependent < 0,
      record.pointee.firstDependency < 0, record.pointee.categories.isEmpty,
      record.pointee.parent < 0, record.pointee.openChildren == 0,
      record.pointee.traits.isDisjoint(
        with: OperationRecord.specialTraits.subtracting(.isMarkedCancelled))
    else { return false }
    leaveLines(slot)
    record.pointee.phase = .ended
    vacate(slot, callerNotifies: true)
    return true
  }

  /// Whether an operation has few dependents, and a success releases all of them.
  private func hasPlainDependents(_ slot: Slot) -> Bool {
    var link = records.address(slot).pointee.firstDependent
    var count = 0
    while link >= 0 {
      switch links[link].kind {
      case .requires, .result, .follows: break
      case .failed, .prerequisite, .awaits, .child: return false
      }
      count += 1
      // With more, the consequences may need several slices.
      guard count <= PriorityCounts.fewest else { return false }
      link = links[link].nextDependent
    }
    return true
  }
}

extension OperationRecord {
  var isPlain: Bool { parent < 0 && traits.isDisjoint(with: Self.specialTraits) }
}
