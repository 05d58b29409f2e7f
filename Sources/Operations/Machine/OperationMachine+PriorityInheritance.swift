/// Priority inheritance.
///
/// The priority of an operation is the highest of its own, those of the operations that wait for
/// it, and those of the operations in line for a category of limit 1 that it holds.
extension OperationMachine {
  mutating func setPriority(_ slot: Slot, _ priority: UInt8) {
    if self[slot].verdict == nil { self[slot].ownPriority = priority }
    noteReprice(slot)
    flush()
    requestDrivers()
  }

  mutating func noteReprice(_ slot: Slot) {
    work.items.append(.reprice(id(of: slot)))
  }

  func wantedPriority(_ slot: Slot) -> UInt8 {
    var wanted = max(self[slot].ownPriority, lentPriority(slot))
    guard self[slot].holdsCategories else { return wanted }
    for category in self[slot].categories { wanted = max(wanted, categories[category].demand) }
    return wanted
  }

  private func lentPriority(_ slot: Slot) -> UInt8 {
    if self[slot].priorityCounts >= 0 { return priorityCounts[self[slot].priorityCounts].highest }
    var highest: UInt8 = 0
    var link = self[slot].firstDependent
    while link >= 0 {
      highest = max(highest, links[link].lent)
      link = links[link].nextDependent
    }
    return highest
  }

  mutating func reprice(_ slot: Slot) {
    let (wanted, old) = (wantedPriority(slot), self[slot].priority)
    guard wanted != old else { return }
    self[slot].priority = wanted
    relocate(slot, isRaised: wanted > old)
    if self[slot].firstDependency >= 0 { lend(slot, from: nil) }
  }

  mutating func lend(_ slot: Slot, from cursor: CursorID?) {
    let rest = walk(slot, .dependencies, from: cursor) { machine, link in
      let (old, new) = (machine.links[link].lent, machine[slot].priority)
      guard old != new else { return }
      let dependency = machine.links[link].dependency
      machine.links[link].lent = new
      let priorityCounts = machine[dependency].priorityCounts
      if priorityCounts >= 0 {
        machine.priorityCounts[priorityCounts][old] -= 1
        machine.priorityCounts[priorityCounts][new] += 1
      }
      machine.noteLending(to: dependency, was: old, is: new)
    }
    if let rest { work.items.append(.lend(id(of: slot), from: rest)) }
  }

  @inline(__always)
  private mutating func noteLending(to slot: Slot, was old: UInt8, is new: UInt8) {
    let priority = self[slot].priority
    if new > priority || (old == priority && priority > self[slot].ownPriority) {
      noteReprice(slot)
    }
  }

  // MARK: Links

  /// Counts a new dependent, whose link is the first in the list.
  @inline(__always)
  mutating func beginLending(_ link: Int32, to slot: Slot, from dependent: Slot) {
    let priority = self[dependent].priority
    links[link].lent = priority
    if self[slot].priorityCounts >= 0 {
      priorityCounts[self[slot].priorityCounts][priority] += 1
    } else {
      self[slot].priorityCounts -= 1
      if self[slot].priorityCounts < -1 - PriorityCounts.fewest { countPriorities(slot) }
    }
    if priority > self[slot].priority { noteReprice(slot) }
  }

  private mutating func countPriorities(_ slot: Slot) {
    var counted = PriorityCounts()
    var link = self[slot].firstDependent
    while link >= 0 {
      counted[links[link].lent] += 1
      link = links[link].nextDependent
    }
    let position = priorityCounts.make()
    priorityCounts[position] = counted
    self[slot].priorityCounts = position
  }

  @inline(__always)
  mutating func endLending(of priority: UInt8, to slot: Slot) {
    if self[slot].priorityCounts >= 0 {
      priorityCounts[self[slot].priorityCounts][priority] -= 1
    } else {
      self[slot].priorityCounts += 1
    }
  }

  // MARK: Categories

  /// Only if the limit is 1: then a cycle of operations that wait for each other is rejected, so a
  /// priority never returns to its lender; with several holders such a cycle is possible, and a
  /// priority would circulate in it forever.
  mutating func updateDemand(_ category: Int32) {
    guard categories[category].limit == 1 else { return }
    let line = categories[category].line
    var demand: UInt8 = 0
    // The level above all priorities counts as the highest priority.
    if !categories[category].hasRoom, let level = line.highestLevel { demand = min(4, level) }
    let old = categories[category].demand
    guard demand != old else { return }
    categories[category].demand = demand
    for holder in categories[category].holders { noteLending(to: holder, was: old, is: demand) }
  }

  /// Moves an operation whose priority changed to the end of its new line.
  private mutating func relocate(_ slot: Slot, isRaised: Bool) {
    switch self[slot].phase {
    case .ready:
      leaveLines(slot)
      enterReadyLine(slot)
    case .checkDue:
      leaveLines(slot)
      enterCheckLine(slot)
    case .inLine:
      changeCategoryLines(slot)
    case .executing, .checking:
      if isRaised { actions.append(.escalate(id(of: slot), self[slot].priority)) }
    case .waiting, .scheduling, .resting, .closing, .ended:
      break
    }
  }
}

/// How many dependents lend each priority; for a few, the highest is found by iterating.
struct PriorityCounts: PagedElement {
  /// The number of dependents up to which an operation has no counts.
  static var fewest: Int32 { 8 }

  private var counts = SIMD8<Int32>(repeating: 0)

  subscript(_ level: UInt8) -> Int32 {
    get { counts[Int(level)] }
    set { counts[Int(level)] = newValue }
  }

  var highest: UInt8 {
    for level in stride(from: UInt8(4), to: 0, by: -1) where self[level] > 0 { return level }
    return 0
  }

  /// Unused entries do not need their counts.
  var nextVacant: Int32 {
    get { counts[7] }
    set { counts[7] = newValue }
  }
}
