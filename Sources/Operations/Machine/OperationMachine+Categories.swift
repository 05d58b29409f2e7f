extension OperationMachine {
  /// How many operations may overtake one in line; see ``mustNotBeOvertaken(_:)``.
  static var overtakingLimit: UInt8 { 16 }

  /// Acquires all categories of an operation now, or enters all their lines.
  mutating func seekCategories(_ slot: Slot) {
    let isFirst = needed(slot).allSatisfy {
      categories[$0].line.isEmpty && categories[$0].hasRoom
    }
    if isFirst {
      takeCategories(slot)
      makeReady(slot)
      return
    }
    self[slot].phase = .inLine
    enterCategoryLines(slot)
    grantIfPossible(slot)
    if self[slot].phase == .inLine, self[slot].traits.contains(.preempts) { preempt(for: slot) }
  }

  /// The categories that the operation's ancestors do not hold.
  ///
  /// They do not change while it is in line: an operation with open children keeps its categories.
  func needed(_ slot: Slot) -> [Int32] {
    guard self[slot].parent >= 0 else { return self[slot].categories }
    return self[slot].categories.filter { !isHeld($0, aroundOf: slot) }
  }

  func isHeld(_ category: Int32, aroundOf slot: Slot) -> Bool {
    var parent = self[slot].parent
    while parent >= 0 {
      if categories[category].holders.contains(parent) { return true }
      parent = self[parent].parent
    }
    return false
  }

  mutating func enterCategoryLines(_ slot: Slot, atFront: Bool = false) {
    let traits = self[slot].traits
    let level =
      traits.contains(.preempts)
      ? UInt8(PriorityLine.levels - 1) : traits.contains(.isOverdue) ? 4 : self[slot].priority
    for category in needed(slot) {
      let entry = lineEntries.make()
      lineEntries[entry] = LineEntry(
        slot: slot, level: level, category: category, sibling: self[slot].firstEntry)
      self[slot].firstEntry = entry
      if atFront {
        categories[category].line.prepend(entry, &lineEntries)
      } else {
        categories[category].line.append(entry, &lineEntries)
      }
      updateDemand(category)
    }
  }

  private mutating func dropOutOfCategoryLines(_ slot: Slot, isGranted: Bool = false) {
    while self[slot].firstEntry >= 0 {
      let entry = self[slot].firstEntry
      let category = lineEntries[entry].category
      self[slot].firstEntry = lineEntries[entry].sibling
      categories[category].line.remove(entry, &lineEntries)
      lineEntries.remove(entry)
      // An operation that is granted its categories acquires them next; only then is the demand of
      // the remaining line known.
      if !isGranted { updateDemand(category) }
    }
  }

  mutating func leaveCategoryLines(_ slot: Slot) {
    dropOutOfCategoryLines(slot)
    guard self[slot].overtakenCount >= Self.overtakingLimit else { return }
    // Other operations were not allowed to overtake it: those behind it may be granted now.
    resetOvertaken(slot)
    grant(needed(slot), blocker: nil)
  }

  mutating func changeCategoryLines(_ slot: Slot) {
    dropOutOfCategoryLines(slot)
    enterCategoryLines(slot)
    grantIfPossible(slot)
    guard self[slot].phase == .inLine, self[slot].overtakenCount >= Self.overtakingLimit else {
      return
    }
    grant(needed(slot), blocker: nil)
  }

  private mutating func takeCategories(_ slot: Slot) {
    for category in needed(slot) {
      categories[category].holders.append(slot)
      if categories[category].limit == 1 {
        exclusivesHeld += 1
        if !cycleSearches.isEmpty { continueSearches(category, heldBy: slot) }
      }
      updateDemand(category)
      // The demand has not changed for the other holders, but it now applies to this one.
      if categories[category].demand > self[slot].priority { noteReprice(slot) }
    }
    self[slot].holdsCategories = true
    self[slot].traits.remove(.isOverdue)
    resetOvertaken(slot)
  }

  /// Hands each to the next in line; an operation with open children, which share them, keeps them.
  mutating func releaseCategories(_ slot: Slot) {
    guard self[slot].holdsCategories, self[slot].openChildren == 0 else { return }
    self[slot].holdsCategories = false
    // The priority lent for the categories ends.
    if self[slot].priority > self[slot].ownPriority { noteReprice(slot) }
    var freed: [Int32] = []
    for category in self[slot].categories {
      guard let index = categories[category].holders.firstIndex(of: slot) else { continue }
      // If the category was not full, no operation waits that could continue.
      if !categories[category].hasRoom { freed.append(category) }
      if categories[category].limit == 1 {
        exclusivesHeld -= 1
        if !cycleSearches.isEmpty { breakSearches(of: slot) }
      }
      removeHolder(at: index, of: category)
    }
    grant(freed, blocker: slot)
    for category in freed { updateDemand(category) }
  }

  private mutating func removeHolder(at index: Int, of category: Int32) {
    let last = categories[category].holders.count - 1
    categories[category].holders.swapAt(index, last)
    categories[category].holders.removeLast()
  }

  // MARK: Overtaking

  /// Whether an operation in line must not be overtaken.
  ///
  /// That is the case when it has been overtaken often enough. But if a holder of what it lacks
  /// waits in turn, the holder may be waiting for an operation further back in the line: holding
  /// those back could deadlock.
  func mustNotBeOvertaken(_ slot: Slot) -> Bool {
    guard self[slot].overtakenCount >= Self.overtakingLimit else { return false }
    return !needed(slot).contains { category in
      let state = categories[category]
      return !state.hasRoom && state.holders.contains { waitsForOthers($0) }
    }
  }

  private func waitsForOthers(_ holder: Slot) -> Bool {
    self[holder].awaits > 0 || self[holder].openChildren > 0
  }

  /// While a holder waits, the operations in line for its categories may be overtaken.
  ///
  /// - Complexity: O(1) if no operation in any line has been overtaken too often.
  mutating func holderBeginsToWait(_ holder: Slot) {
    guard overtakingBarredCount > 0, self[holder].holdsCategories else { return }
    var freed: Set<Int32> = []
    for category in self[holder].categories where !categories[category].hasRoom {
      categories[category].line.walk(lineEntries) { slot in
        if self[slot].overtakenCount >= Self.overtakingLimit { freed.formUnion(needed(slot)) }
        return false
      }
    }
    if !freed.isEmpty { grant(freed.sorted(), blocker: nil) }
  }

  private mutating func noteOvertaken(_ overtaken: [Slot]) {
    for other in overtaken where self[other].overtakenCount < Self.overtakingLimit {
      self[other].overtakenCount += 1
      if self[other].overtakenCount == Self.overtakingLimit { overtakingBarredCount += 1 }
    }
  }

  mutating func resetOvertaken(_ slot: Slot) {
    if self[slot].overtakenCount >= Self.overtakingLimit { overtakingBarredCount -= 1 }
    self[slot].overtakenCount = 0
  }

  // MARK: Granting

  /// If its categories are free, and it overtakes none that must not be overtaken.
  mutating func grantIfPossible(_ slot: Slot) {
    guard canTakeAll(slot), let overtaken = overtaken(by: slot) else { return }
    noteOvertaken(overtaken)
    grantCategories(slot, blocker: nil)
  }

  /// Grants free capacity to operations in line that can acquire all their categories.
  ///
  /// Only a change can make an operation grantable: a full category is no longer full, or an
  /// operation that must not be overtaken has left.
  private mutating func grant(_ freed: [Int32], blocker: Slot?) {
    var pending = freed
    var next = 0
    while next < pending.count {
      let category = pending[next]
      next += 1
      while categories[category].hasRoom, let slot = nextInLine(of: category) {
        if self[slot].overtakenCount >= Self.overtakingLimit {
          pending.append(contentsOf: needed(slot))
        }
        grantCategories(slot, blocker: blocker)
      }
    }
  }

  private mutating func grantCategories(_ slot: Slot, blocker: Slot?) {
    let overdue = noteOvertaking(by: slot)
    dropOutOfCategoryLines(slot, isGranted: true)
    takeCategories(slot)
    for other in overdue { moveToFront(other) }
    if let blocker {
      self[slot].blocker = self[blocker].number
      self[slot].blockedBy = .category
    }
    makeReady(slot)
  }

  private mutating func noteOvertaking(by slot: Slot) -> [Slot] {
    var overdue: [Slot] = []
    var entry = self[slot].firstEntry
    while entry >= 0 {
      let (category, level) = (lineEntries[entry].category, lineEntries[entry].level)
      categories[category].line.noteOvertaking(by: level)
      if let other = categories[category].line.takeOverdue() {
        let first = lineEntries[other].slot
        // The granted operation itself leaves the lines.
        if first != slot, !self[first].traits.contains(.isOverdue) { overdue.append(first) }
      }
      entry = lineEntries[entry].sibling
    }
    return overdue
  }

  /// In all its lines at once, so that lines have their common operations in the same order.
  private mutating func moveToFront(_ slot: Slot) {
    guard self[slot].phase == .inLine, !self[slot].traits.contains(.preempts) else { return }
    self[slot].traits.insert(.isOverdue)
    dropOutOfCategoryLines(slot)
    enterCategoryLines(slot, atFront: true)
  }

  /// The first operation in line that can acquire all its categories.
  ///
  /// Lines have their common operations in the same order. So the first of all operations that must
  /// not be overtaken is the first such one in each of its lines, and never waits for another
  /// waiting one.
  private mutating func nextInLine(of category: Int32) -> Slot? {
    var looks = 0
    var found: (slot: Slot, overtaken: [Slot])?
    categories[category].line.walk(lineEntries) { slot in
      looks += 1
      if canTakeAll(slot) {
        if let overtaken = overtaken(by: slot) { found = (slot, overtaken) }
        return found != nil
      }
      return mustNotBeOvertaken(slot)
    }
    lookCount += looks
    guard let (slot, overtaken) = found else { return nil }
    lookCount += overtaken.count
    noteOvertaken(overtaken)
    return slot
  }

  /// The operations ahead of one in its lines; nil if one of them must not be overtaken.
  private func overtaken(by slot: Slot) -> [Slot]? {
    var overtaken: [Slot] = []
    var isBarred = false
    let lines = needed(slot)
    for category in lines where !isBarred {
      categories[category].line.walk(lineEntries) { other in
        if other == slot { return true }
        isBarred = mustNotBeOvertaken(other)
        overtaken.append(other)
        return isBarred
      }
    }
    if isBarred { return nil }
    return lines.count > 1 && !overtaken.isEmpty ? Array(Set(overtaken)) : overtaken
  }

  private func canTakeAll(_ slot: Slot) -> Bool {
    self[slot].categories.allSatisfy {
      categories[$0].hasRoom || isHeld($0, aroundOf: slot)
    }
  }

  // MARK: Members

  /// Registers a new operation with the categories it needs, for cycle searches.
  mutating func joinCategories(_ slot: Slot) {
    for category in self[slot].categories where categories[category].limit == 1 {
      if !cycleSearches.isEmpty { continueSearches(category, neededBy: slot) }
      let entry = lineEntries.make()
      let next = categories[category].firstMember
      lineEntries[entry] = LineEntry(
        slot: slot, category: category, next: next, sibling: self[slot].firstMembership)
      if next >= 0 { lineEntries[next].previous = entry }
      categories[category].firstMember = entry
      self[slot].firstMembership = entry
    }
  }

  mutating func leaveCategories(_ slot: Slot) {
    if !cycleSearches.isEmpty { breakSearches(of: slot) }
    while self[slot].firstMembership >= 0 {
      let entry = self[slot].firstMembership
      if !cycleSearches.isEmpty { breakSearches(atMember: entry) }
      let member = lineEntries[entry]
      self[slot].firstMembership = member.sibling
      if member.previous >= 0 {
        lineEntries[member.previous].next = member.next
      } else {
        categories[member.category].firstMember = member.next
      }
      if member.next >= 0 { lineEntries[member.next].previous = member.previous }
      lineEntries.remove(entry)
    }
  }
}

struct CategoryState: PagedElement {
  var limit = 1
  var holders: [Slot] = []
  var line = PriorityLine()
  /// The priority that the line lends to the holders; 0 while the category is not full.
  var demand: UInt8 = 0
  /// If the limit is 1: the first of the operations in the table that need the category.
  var firstMember: Int32 = -1

  var nextVacant: Int32 {
    get { firstMember }
    set { firstMember = newValue }
  }

  var hasRoom: Bool { holders.count < limit }
}
