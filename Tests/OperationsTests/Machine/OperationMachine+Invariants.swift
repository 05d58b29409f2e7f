import Testing

@testable import StagecraftOperations

/// An invariant of the machine that does not hold.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func check(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(promise()) }
}

extension OperationMachine {
  /// The slots of all operations in the table.
  var occupied: [Slot] {
    // Each operation has an odd generation, each vacant slot an even one.
    records.indices.filter { !self[$0].generation.isMultiple(of: 2) }
  }

  /// The invariants between calls, both with all work done and with work left.
  func checkInvariants(isAtRest: Bool = true) throws {
    let occupied = occupied
    try checkLinks()
    try check(
      serialStepWaits == managers.count { $0.hasSerialStepWaits }, "waits of steps are counted")
    for slot in occupied { try checkRecord(slot, isAtRest) }
    for manager in managers.indices { try checkManager(manager, occupied) }
    for category in liveCategories { try checkCategory(category, occupied) }
  }

  /// The categories in use: all that were added, as long as none is removed.
  private var liveCategories: Range<Int32> { 0..<Int32(categories.used) }

  func dependencies(of slot: Slot) -> [LinkTable.Link] {
    var found: [LinkTable.Link] = []
    var link = self[slot].firstDependency
    while link >= 0 {
      found.append(links[link])
      link = links[link].nextDependency
    }
    return found
  }

  private func checkLinks() throws {
    var incoming = 0
    var outgoing = 0
    var backward = 0
    for slot in records.indices {
      var previous: Int32 = -1
      var link = self[slot].firstDependency
      while link >= 0 {
        try check(links[link].dependent == slot, "a link is in the list of its dependent")
        try check(links[link].previousDependency == previous, "lists lead both ways")
        if isBackward(links[link].dependency, slot) { backward += 1 }
        incoming += 1
        previous = link
        link = links[link].nextDependency
      }
      previous = -1
      link = self[slot].firstDependent
      while link >= 0 {
        try check(links[link].dependency == slot, "a link is in the list of its dependency")
        try check(links[link].previousDependent == previous, "lists lead both ways")
        outgoing += 1
        previous = link
        link = links[link].nextDependent
      }
      guard self[slot].generation.isMultiple(of: 2) else { continue }
      try check(self[slot].firstDependency < 0, "a vacant slot has no dependencies")
      try check(self[slot].firstDependent < 0, "a vacant slot has no dependents")
    }
    try check(incoming == outgoing, "each link is in two lists")
    try check(incoming == links.count, "all links are in lists: \(incoming) of \(links.count)")
    try check(backward == backwardLinks, "backward links are counted")
  }

  private func checkRecord(_ slot: Slot, _ isAtRest: Bool) throws {
    let record = self[slot]
    let dependencies = dependencies(of: slot)
    let holding = dependencies.count { $0.kind.holdsBack }
    let children = dependencies.count { $0.kind == .child }
    let name = "#\(record.number) (\(record.phase))"
    try check(
      Int(record.pending) == holding + (record.isSubmitted ? 0 : 1),
      "\(name) waits for \(holding), and counts \(record.pending)")
    try check(Int(record.openChildren) == children, "\(name) counts its children")
    try check(!record.holdsSlot || record.phase == .executing, "\(name) holds a slot")
    try check(!record.holdsSlot || record.awaits == 0, "\(name) holds a slot while it waits")
    try check(record.awaits == 0 || record.phase == .executing, "\(name) has forgotten waits")
    try check(
      record.returns == 0 || (record.phase == .executing && !record.holdsSlot),
      "\(name) wants a slot")
    for link in dependencies where isAtRest && link.kind == .child {
      let child = self[link.dependency]
      try check(
        child.phase != .ended || !child.traits.isDisjoint(with: [.isNotifying, .isClaimed]),
        "\(name) waits for a child that has ended")
    }
    for link in dependencies where isAtRest {
      try check(link.lent == record.priority, "\(name) lends its priority on")
    }
    try checkPriority(slot, name, isAtRest)
    switch record.phase {
    case .waiting:
      try check(record.pending > 0 || !isAtRest, "\(name) has something to wait for")
    case .checkDue, .inLine, .ready, .scheduling, .executing:
      try check(record.pending == 0, "\(name) waits for no operation")
    case .checking, .resting:
      break
    case .closing:
      try check(record.openChildren > 0, "\(name) has children")
    case .ended:
      try check(record.verdict != nil, "\(name) has a verdict")
      try check(record.pending > 0 || !isAtRest, "\(name) has a reason to be in the table")
      try check(record.openChildren == 0, "\(name) has no children")
      try check(!record.holdsCategories, "\(name) holds no category")
    }
    let mayBeDecided = record.phase == .ended || record.phase == .closing
    try check(record.verdict == nil || mayBeDecided, "\(name) is decided too early")
    for category in record.categories where record.holdsCategories {
      try check(
        categories[category].holders.contains(slot) || !needed(slot).contains(category),
        "\(name) holds all its categories")
    }
    if record.openChildren == 0 {
      try check(
        !record.holdsCategories || record.phase != .closing, "\(name) holds on to its categories")
    }
  }

  private func checkPriority(_ slot: Slot, _ name: String, _ isAtRest: Bool) throws {
    let record = self[slot]
    var lenders: [UInt8] = []
    var link = record.firstDependent
    while link >= 0 {
      lenders.append(links[link].lent)
      link = links[link].nextDependent
    }
    try check(
      record.priorityCounts >= 0 || record.priorityCounts == -1 - Int32(lenders.count),
      "\(name) counts its lenders")
    for level in UInt8(0)..<5 where record.priorityCounts >= 0 {
      try check(
        priorityCounts[record.priorityCounts][level] == Int32(lenders.count { $0 == level }),
        "\(name) counts its loans")
    }
    guard isAtRest else { return }
    // For an operation that has ended and waits for nothing, urgency has no effect.
    guard record.verdict == nil || record.firstDependency >= 0 else { return }
    var wanted = lenders.reduce(record.ownPriority, max)
    for category in record.categories where record.holdsCategories {
      let state = categories[category]
      guard state.limit == 1, !state.hasRoom, let level = state.line.highestLevel else { continue }
      wanted = max(wanted, min(4, level))
    }
    try check(record.priority == wanted, "\(name) is as urgent as what waits for it: \(wanted)")
  }

  private func checkManager(_ index: Int, _ occupied: [Slot]) throws {
    let manager = managers[index]
    let mine = occupied.filter { Int(self[$0].manager) == index }
    try check(manager.executing == mine.count { self[$0].holdsSlot }, "slots are counted")
    let own = occupied.filter {
      Int(self[$0].owner) == index && self[$0].traits.isDisjoint(with: [.isScope, .hasLeft])
    }
    try check(manager.unsettled == own.count, "operations are counted")
    try check(
      Set(live(of: Int32(index))) == Set(own.filter { self[$0].verdict == nil }),
      "operations are listed")
    try check(
      !manager.hasSlot || mine.allSatisfy { self[$0].returns == 0 }, "slots are taken again")
    for lane in [LaneIndex.compute, .main] {
      let inLane = mine.filter { self[$0].lane == lane }
      let ready = inLane.count { self[$0].phase == .ready && !self[$0].traits.contains(.isAhead) }
      let due = inLane.count { self[$0].phase == .checkDue }
      try check(lanes[laneIndex(Int32(index), lane)].ready.count == ready, "the line of the ready")
      try check(
        lanes[laneIndex(Int32(index), lane)].checks.count == due,
        "the line of those with conditions")
      let isAhead = lanes[laneIndex(Int32(index), lane)].aheadCount > 0
      let hasWork = due > 0 || ((ready > 0 || isAhead) && manager.hasSlot)
      try check(
        !hasWork || manager.isSuspended || lanes[laneIndex(Int32(index), lane)].isDriverRequested,
        "a driver is on its way where there is work")
    }
  }

  private func checkCategory(_ index: Int32, _ occupied: [Slot]) throws {
    let category = categories[index]
    try check(category.holders.count <= category.limit, "no more than fit are in a category")
    try check(Set(category.holders).count == category.holders.count, "no holder is listed twice")
    try check(
      category.holders.allSatisfy { self[$0].holdsCategories && occupied.contains($0) },
      "holders are marked as holders")
    let waiting = occupied.filter { self[$0].phase == .inLine && needed($0).contains(index) }
    try check(category.line.count == waiting.count, "the line of a category")
    for slot in waiting {
      try check(!canContinue(slot), "#\(self[slot].number) waits, and could continue")
    }
    var exclusives = 0
    for live in liveCategories where categories[live].limit == 1 {
      exclusives += categories[live].holders.count
    }
    try check(exclusives == exclusivesHeld, "held categories of limit 1 are counted")
  }

  private func canContinue(_ slot: Slot) -> Bool {
    for index in needed(slot) {
      guard categories[index].hasRoom else { return false }
      var isBarred = false
      categories[index].line.walk(lineEntries) { other in
        if other == slot { return true }
        isBarred = mustNotBeOvertaken(other)
        return isBarred
      }
      if isBarred { return false }
    }
    return true
  }
}
