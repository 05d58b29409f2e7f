/// Work in slices: long lists are walked in parts, between which other calls have their turn.
extension OperationMachine {
  /// Names a place in a list of links at which a walk was interrupted.
  typealias CursorID = UInt32

  /// Where a walk goes on; it moves on when its link is removed.
  struct Cursor: Sendable {
    var id: CursorID
    var link: Int32
    var side: Side
  }

  /// One of the two lists of links of an operation.
  enum Side: Sendable {
    case dependents
    case dependencies
  }

  /// Does what is to be done, as far as the budget allows.
  @inline(__always)
  mutating func flush() {
    if !work.isEmpty { flushAll() }
  }

  private mutating func flushAll() {
    while budget > 0 {
      if let item = work.items.popFirst() {
        carryOut(item)
      } else if let (id, cause) = work.requests.popFirst() {
        budget -= 1
        if let slot = slot(of: id) { request(slot, cause) }
      } else if let slot = work.settlements.popFirst() {
        settle(slot)
      } else {
        return
      }
    }
  }

  private mutating func carryOut(_ item: Work.Item) {
    budget -= 1
    switch item {
    case .decide(let id, let verdict):
      if let slot = slot(of: id) { decideLater(slot, verdict) }
    case .tell(let id, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      tellDependents(of: slot, from: cursor)
    case .told(let id):
      guard let slot = slot(of: id) else { return }
      self[slot].traits.remove(.isTelling)
      settleIfOver(slot)
    case .forgo(let id, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      loseInterest(of: slot, from: cursor)
    case .request(let id, let cause):
      if let slot = slot(of: id) { request(slot, cause) }
    case .cancelChildren(let id, let cause, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      cancelChildren(of: slot, cause, from: cursor)
    case .mark(let id, let cause, let search, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      markDependents(of: slot, cause, search, from: cursor)
    case .reprice(let id):
      if let slot = slot(of: id) { reprice(slot) }
    case .lend(let id, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      lend(slot, from: cursor)
    }
  }

  /// Decides about an operation that had not started when the decision was noted.
  ///
  /// Others have their turn between two slices: it may have started, or may be needed again.
  private mutating func decideLater(_ slot: Slot, _ verdict: Verdict) {
    guard self[slot].verdict == nil else { return }
    // One that was stopped on its way waits for nothing: only its end is left.
    let isStopped = self[slot].phase == .waiting && self[slot].pending == 0
    if verdict.cause == .unwanted, self[slot].interest > 0, !isStopped { return }
    switch self[slot].phase {
    case .waiting, .checkDue, .inLine, .ready, .handedOut, .resting, .ended:
      decide(slot, verdict, isTold: false)
    case .executing where verdict.cause == .expired:
      // It has started in time.
      break
    case .checking, .executing, .closing:
      if verdict.ending == .cancelled {
        request(slot, verdict.cause)
      } else {
        decide(slot, verdict)
      }
    }
  }

  /// Takes out what the budget did not suffice for; the caller goes on with it later.
  mutating func takeWork() -> Work? {
    guard !work.isEmpty else { return nil }
    var taken = Work()
    swap(&taken, &work)
    return taken
  }

  /// Goes on with what was taken out.
  mutating func goOn(_ taken: Work) {
    put(taken)
    endLinking()
  }

  /// Puts back what was taken out; ``endLinking()`` goes on with it.
  mutating func put(_ taken: Work) {
    work = taken
  }

  /// Whether there are pages to be freed.
  @inline(__always)
  var hasGarbage: Bool {
    records.hasGarbage || links.hasGarbage || places.hasGarbage || loans.hasGarbage
      || categories.hasGarbage
  }

  /// Takes out the pages that are to be freed, which the caller does when others are let in.
  mutating func takeGarbage() -> [PageGarbage] {
    records.takeGarbage() + links.takeGarbage() + places.takeGarbage() + loans.takeGarbage()
      + categories.takeGarbage()
  }

  // MARK: Walks

  /// Visits the links of an operation, as many as the budget allows, and one at least, so that each
  /// slice brings the walk on.
  ///
  /// Links that are made meanwhile are not visited: they come before the first.
  ///
  /// - Parameters:
  ///   - slot: the operation.
  ///   - side: which of its lists.
  ///   - cursor: where an interrupted walk goes on; nil: at the first.
  ///   - visit: what to do with each link; it may remove none.
  /// - Returns: where to go on; nil if all have been visited.
  @inline(__always)
  mutating func walk(
    _ slot: Slot, _ side: Side, from cursor: CursorID?,
    _ visit: (inout OperationMachine, Int32) -> Void
  ) -> CursorID? {
    var link =
      cursor.map { takeCursor($0) }
      ?? (side == .dependents ? self[slot].firstDependent : self[slot].firstDependency)
    var hasMoved = false
    while link >= 0 {
      guard budget > 0 || !hasMoved else { return addCursor(link, side) }
      hasMoved = true
      budget -= 1
      let next = side == .dependents ? links[link].nextDependent : links[link].nextDependency
      visit(&self, link)
      link = next
    }
    return nil
  }

  private mutating func addCursor(_ link: Int32, _ side: Side) -> CursorID {
    lastCursor &+= 1
    cursors.append(Cursor(id: lastCursor, link: link, side: side))
    return lastCursor
  }

  private mutating func takeCursor(_ id: CursorID) -> Int32 {
    guard let place = cursors.firstIndex(where: { $0.id == id }) else { return -1 }
    defer { cursors.remove(at: place) }
    return cursors[place].link
  }

  /// A walk that was interrupted does not go on.
  mutating func dropCursor(_ id: CursorID?) {
    if let id { _ = takeCursor(id) }
  }

  /// A link is about to be removed: walks that were to go on there go on behind it.
  mutating func moveCursors(from index: Int32) {
    for place in cursors.indices where cursors[place].link == index {
      cursors[place].link =
        cursors[place].side == .dependents
        ? links[index].nextDependent : links[index].nextDependency
    }
  }

  // MARK: All operations of a manager

  /// Looks at operations of a manager, the youngest first; those that are made meanwhile come before
  /// the first, and are not met.
  struct Sweep: Sendable {
    var id: UInt32
    var manager: Int32
  }

  mutating func beginSweep(_ manager: Int32) -> Sweep {
    lastCursor &+= 1
    managers[Int(manager)].sweeps.append((lastCursor, managers[Int(manager)].youngest))
    return Sweep(id: lastCursor, manager: manager)
  }

  /// Goes on with a sweep, as far as the budget allows.
  ///
  /// - Returns: the operations that have not ended; nil after the last.
  mutating func next(of sweep: Sweep) -> [Slot]? {
    let manager = Int(sweep.manager)
    guard let place = managers[manager].sweeps.firstIndex(where: { $0.id == sweep.id }) else {
      return nil
    }
    var slot = managers[manager].sweeps[place].slot
    var found: [Slot] = []
    while slot >= 0, budget > 0 {
      budget -= 1
      if self[slot].verdict == nil { found.append(slot) }
      slot = self[slot].nextAtHome
    }
    if slot < 0 {
      managers[manager].sweeps.remove(at: place)
    } else {
      managers[manager].sweeps[place].slot = slot
    }
    return found
  }

  /// An operation is about to leave the table: sweeps that were to go on there go on behind it.
  mutating func moveSweeps(from slot: Slot) {
    let home = Int(self[slot].home)
    for place in managers[home].sweeps.indices where managers[home].sweeps[place].slot == slot {
      managers[home].sweeps[place].slot = self[slot].nextAtHome
    }
  }
}
