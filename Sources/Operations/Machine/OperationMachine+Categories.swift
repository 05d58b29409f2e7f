/// Categories: taken all at once, handed over directly.
extension OperationMachine {
  /// How many may take categories before one that came earlier, and that some other category keeps
  /// waiting; after that, nobody passes it any more, see ``bars(_:)``.
  static var patience: UInt8 { 16 }

  /// The operation takes all its categories now, or stands in all their lines.
  mutating func seekCategories(_ slot: Slot) {
    let isAlone = needed(slot).allSatisfy {
      categories[$0].line.isEmpty && categories[$0].hasRoom
    }
    if isAlone {
      takeCategories(slot)
      makeReady(slot)
      return
    }
    self[slot].phase = .inLine
    enterCategoryLines(slot)
    grantIfPossible(slot)
    if self[slot].phase == .inLine, self[slot].traits.contains(.preempts) { preempt(for: slot) }
  }

  /// The categories that no operation around this one holds for it.
  ///
  /// They stay the same while it is in line: whoever has open children keeps what it holds.
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

  /// - Complexity: O(1) for each category.
  mutating func enterCategoryLines(_ slot: Slot, atFront: Bool = false) {
    let traits = self[slot].traits
    let level =
      traits.contains(.preempts)
      ? UInt8(PriorityLine.levels - 1) : traits.contains(.isOverdue) ? 4 : self[slot].priority
    for category in needed(slot) {
      let place = places.make()
      places[place] = LinePlace(
        slot: slot, level: level, category: category, sibling: self[slot].firstPlace)
      self[slot].firstPlace = place
      if atFront {
        categories[category].line.prepend(place, &places)
      } else {
        categories[category].line.append(place, &places)
      }
      updateDemand(category)
    }
  }

  private mutating func dropOutOfCategoryLines(_ slot: Slot, isGranted: Bool = false) {
    while self[slot].firstPlace >= 0 {
      let place = self[slot].firstPlace
      let category = places[place].category
      self[slot].firstPlace = places[place].sibling
      categories[category].line.remove(place, &places)
      places.remove(place)
      // An operation that is granted a category takes it now: only then it is known
      // what those behind lend.
      if !isGranted { updateDemand(category) }
    }
  }

  /// An operation leaves its lines before its turn.
  mutating func leaveCategoryLines(_ slot: Slot) {
    dropOutOfCategoryLines(slot)
    guard self[slot].passedOver >= Self.patience else { return }
    // Nobody was let past it: those behind it may have their turn now.
    forgetPassing(slot)
    grant(needed(slot), blocker: nil)
  }

  /// An operation in line has changed its priority.
  mutating func changeCategoryLines(_ slot: Slot) {
    dropOutOfCategoryLines(slot)
    enterCategoryLines(slot)
    grantIfPossible(slot)
    guard self[slot].phase == .inLine, self[slot].passedOver >= Self.patience else { return }
    grant(needed(slot), blocker: nil)
  }

  private mutating func takeCategories(_ slot: Slot) {
    for category in needed(slot) {
      categories[category].holders.append(slot)
      if categories[category].limit == 1 { exclusivesHeld += 1 }
      updateDemand(category)
      // Where nothing has changed for the other holders, this one is lent what they are.
      if categories[category].demand > self[slot].priority { noteReprice(slot) }
    }
    self[slot].holdsCategories = true
    self[slot].traits.remove(.isOverdue)
    forgetPassing(slot)
  }

  /// Gives all categories back, each to the next in its line.
  ///
  /// While it has children that have not ended they stay in the categories, and so does it.
  mutating func releaseCategories(_ slot: Slot) {
    guard self[slot].holdsCategories, self[slot].openChildren == 0 else { return }
    self[slot].holdsCategories = false
    // What was lent for them goes back.
    if self[slot].priority > self[slot].ownPriority { noteReprice(slot) }
    var freed: [Int32] = []
    for category in self[slot].categories {
      guard let place = categories[category].holders.firstIndex(of: slot) else { continue }
      // Where there was room, nobody waits who could go on.
      if !categories[category].hasRoom { freed.append(category) }
      if categories[category].limit == 1 { exclusivesHeld -= 1 }
      removeHolder(at: place, of: category)
    }
    grant(freed, blocker: slot)
    for category in freed { updateDemand(category) }
  }

  private mutating func removeHolder(at place: Int, of category: Int32) {
    let last = categories[category].holders.count - 1
    categories[category].holders.swapAt(place, last)
    categories[category].holders.removeLast()
  }

  // MARK: Whom nobody may pass

  /// Whether nobody may pass an operation that stands in line.
  ///
  /// It has been passed often enough. But if who holds what it lacks waits in turn, those behind it
  /// may be what the holder waits for: to keep them back could be for ever.
  func bars(_ slot: Slot) -> Bool {
    guard self[slot].passedOver >= Self.patience else { return false }
    return !needed(slot).contains { category in
      let state = categories[category]
      return !state.hasRoom && state.holders.contains(where: waitsForOthers)
    }
  }

  private func waitsForOthers(_ holder: Slot) -> Bool {
    self[holder].awaits > 0 || self[holder].openChildren > 0
  }

  /// One that may hold categories begins to wait for another: those who stand in line for them bar
  /// nobody meanwhile.
  ///
  /// - Complexity: O(1) if nobody in any line has been passed too often.
  mutating func holderBeginsToWait(_ holder: Slot) {
    guard impatientCount > 0, self[holder].holdsCategories else { return }
    var freed: Set<Int32> = []
    for category in self[holder].categories where !categories[category].hasRoom {
      categories[category].line.walk(places) { slot in
        if self[slot].passedOver >= Self.patience { freed.formUnion(needed(slot)) }
        return false
      }
    }
    if !freed.isEmpty { grant(freed.sorted(), blocker: nil) }
  }

  private mutating func notePassing(_ passed: [Slot]) {
    for other in passed where self[other].passedOver < Self.patience {
      self[other].passedOver += 1
      if self[other].passedOver == Self.patience { impatientCount += 1 }
    }
  }

  mutating func forgetPassing(_ slot: Slot) {
    if self[slot].passedOver >= Self.patience { impatientCount -= 1 }
    self[slot].passedOver = 0
  }

  // MARK: Whose turn it is

  /// Lets an operation go on that has just come into line, if there is room and it passes nobody
  /// who has been passed too often.
  mutating func grantIfPossible(_ slot: Slot) {
    guard canTakeAll(slot), let passed = passed(by: slot) else { return }
    notePassing(passed)
    goOn(slot, blocker: nil)
  }

  /// Gives the room in some categories to those in their lines who can take all that they need.
  ///
  /// Only where something has changed is there anybody to be found: a category was full and is not
  /// any more, or one is gone whom nobody was let past.
  private mutating func grant(_ freed: [Int32], blocker: Slot?) {
    var pending = freed
    var next = 0
    while next < pending.count {
      let category = pending[next]
      next += 1
      while categories[category].hasRoom, let slot = nextInLine(of: category) {
        if self[slot].passedOver >= Self.patience { pending.append(contentsOf: needed(slot)) }
        goOn(slot, blocker: blocker)
      }
    }
  }

  private mutating func goOn(_ slot: Slot, blocker: Slot?) {
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

  /// An operation has its turn in its lines, before the first of less urgent levels.
  ///
  /// - Returns: those that have been overtaken as often as they may be.
  private mutating func noteOvertaking(by slot: Slot) -> [Slot] {
    var overdue: [Slot] = []
    var place = self[slot].firstPlace
    while place >= 0 {
      let (category, level) = (places[place].category, places[place].level)
      categories[category].line.noteOvertaking(by: level)
      if let other = categories[category].line.takeOverdue() {
        let first = places[other].slot
        // The one whose turn it is stays out of the line.
        if first != slot, !self[first].traits.contains(.isOverdue) { overdue.append(first) }
      }
      place = places[place].sibling
    }
    return overdue
  }

  /// An operation that was overtaken often is the first of the urgent, in all its lines at once: so
  /// lines have their common operations in one order.
  private mutating func moveToFront(_ slot: Slot) {
    guard self[slot].phase == .inLine, !self[slot].traits.contains(.preempts) else { return }
    self[slot].traits.insert(.isOverdue)
    dropOutOfCategoryLines(slot)
    enterCategoryLines(slot, atFront: true)
  }

  /// The first in the line of a category who can take all that it needs.
  ///
  /// Lines of several categories have their common operations in one order, so that the first of
  /// all whom nobody may pass is the first in each of its lines: it is never kept waiting by
  /// another who waits.
  private mutating func nextInLine(of category: Int32) -> Slot? {
    var looks = 0
    var found: (slot: Slot, passed: [Slot])?
    categories[category].line.walk(places) { slot in
      looks += 1
      if canTakeAll(slot) {
        if let passed = passed(by: slot) { found = (slot, passed) }
        return found != nil
      }
      return bars(slot)
    }
    lookCount += looks
    guard let (slot, passed) = found else { return nil }
    lookCount += passed.count
    notePassing(passed)
    return slot
  }

  /// Who stands before an operation in its lines, or nil if one of them must not be passed.
  private func passed(by slot: Slot) -> [Slot]? {
    var passed: [Slot] = []
    var isBarred = false
    let lines = needed(slot)
    for category in lines where !isBarred {
      categories[category].line.walk(places) { other in
        if other == slot { return true }
        isBarred = bars(other)
        passed.append(other)
        return isBarred
      }
    }
    if isBarred { return nil }
    return lines.count > 1 && !passed.isEmpty ? Array(Set(passed)) : passed
  }

  private func canTakeAll(_ slot: Slot) -> Bool {
    self[slot].categories.allSatisfy {
      categories[$0].hasRoom || isHeld($0, aroundOf: slot)
    }
  }

  // MARK: Those that need a category

  /// A new operation needs categories: searches for circles find it by them.
  mutating func joinCategories(_ slot: Slot) {
    for category in self[slot].categories where categories[category].limit == 1 {
      let place = places.make()
      let next = categories[category].firstMember
      places[place] = LinePlace(
        slot: slot, category: category, next: next, sibling: self[slot].firstMembership)
      if next >= 0 { places[next].previous = place }
      categories[category].firstMember = place
      self[slot].firstMembership = place
    }
  }

  /// It has ended.
  mutating func leaveCategories(_ slot: Slot) {
    while self[slot].firstMembership >= 0 {
      let place = self[slot].firstMembership
      let member = places[place]
      self[slot].firstMembership = member.sibling
      if member.previous >= 0 {
        places[member.previous].next = member.next
      } else {
        categories[member.category].firstMember = member.next
      }
      if member.next >= 0 { places[member.next].previous = member.previous }
      places.remove(place)
    }
  }

  // MARK: Taking another's place

  /// Asks the least urgent of those who hold the categories, and can be interrupted, to make room.
  private mutating func preempt(for slot: Slot) {
    for category in needed(slot)
    where self[slot].phase == .inLine && !categories[category].hasRoom {
      let holders = categories[category].holders
      if holders.contains(where: { self[$0].cancelRequest == .preempted }) { continue }
      let victim = holders.filter(isInterruptible).min { self[$0].priority < self[$1].priority }
      guard let victim else { continue }
      if self[victim].phase == .ready {
        // It has not started: it need not be asked.
        leaveLines(victim)
        if self[victim].traits.contains(.isFollowed) {
          actions.append(.steppedBack(id(of: victim)))
        }
        requeue(victim)
      } else {
        request(victim, .preempted)
      }
    }
  }

  private func isInterruptible(_ slot: Slot) -> Bool {
    let record = self[slot]
    guard record.traits.contains(.isPreemptible), !record.traits.contains(.preempts) else {
      return false
    }
    switch record.phase {
    case .executing: return record.cancelRequest == nil
    case .ready: return record.openChildren == 0
    case .waiting, .checkDue, .checking, .inLine, .handedOut, .resting, .closing, .ended:
      return false
    }
  }
}
