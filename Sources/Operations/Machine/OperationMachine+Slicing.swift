/// Work in slices: long lists are walked in parts, between which other calls proceed.
extension OperationMachine {
  typealias CursorID = UInt32

  /// The position of an interrupted walk; it advances when its link is removed.
  struct Cursor: Sendable {
    var id: CursorID
    var link: Int32
    var side: Side
  }

  enum Side: Sendable {
    case dependents
    case dependencies
  }

  @inline(__always)
  mutating func flush() {
    if !work.isEmpty { flushAll() }
  }

  private mutating func flushAll() {
    while budget > 0 {
      if let item = work.items.popFirst() {
        perform(item)
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

  private mutating func perform(_ item: Work.Item) {
    budget -= 1
    switch item {
    case .decide(let id, let verdict):
      if let slot = slot(of: id) { decideScheduled(slot, verdict) }
    case .notify(let id, let cursor):
      guard let slot = slot(of: id) else { return dropCursor(cursor) }
      notifyDependents(of: slot, from: cursor)
    case .notified(let id):
      guard let slot = slot(of: id) else { return }
      self[slot].traits.remove(.isNotifying)
      settleIfOver(slot)
    case .dropInterest(let id, let cursor):
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

  /// Since the decision was scheduled, other calls may have started the operation or need it again.
  private mutating func decideScheduled(_ slot: Slot, _ verdict: Verdict) {
    guard self[slot].verdict == nil else { return }
    // An operation that was stopped on its way waits for nothing: it can only end.
    let isStopped = self[slot].phase == .waiting && self[slot].pending == 0
    if verdict.cause == .unwanted, self[slot].interest > 0, !isStopped { return }
    switch self[slot].phase {
    case .waiting, .checkDue, .inLine, .ready, .scheduling, .resting, .ended:
      decide(slot, verdict, callerNotifies: false)
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

  /// Removes and returns the work that exceeded the budget; the caller continues it later.
  mutating func takeWork() -> Work? {
    guard !work.isEmpty else { return nil }
    var taken = Work()
    swap(&taken, &work)
    return taken
  }

  mutating func continueWork(_ taken: Work) {
    put(taken)
    endLinking()
  }

  /// Puts removed work back; ``endLinking()`` continues it.
  mutating func put(_ taken: Work) {
    work = taken
  }

  @inline(__always)
  var hasGarbage: Bool {
    records.hasGarbage || links.hasGarbage || lineEntries.hasGarbage || priorityCounts.hasGarbage
      || categories.hasGarbage
  }

  /// To be freed when no lock is held.
  mutating func takeGarbage() -> [PageGarbage] {
    records.takeGarbage() + links.takeGarbage() + lineEntries.takeGarbage()
      + priorityCounts.takeGarbage()
      + categories.takeGarbage()
  }

  // MARK: Walks

  /// Visits links as the budget allows, at least one, so that each slice makes progress.
  ///
  /// It returns where to continue; nil after the last. Links added in the meantime precede the
  /// first and are not visited. `visit` must not remove any.
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
    guard let position = cursors.firstIndex(where: { $0.id == id }) else { return -1 }
    defer { cursors.remove(at: position) }
    return cursors[position].link
  }

  mutating func dropCursor(_ id: CursorID?) {
    if let id { _ = takeCursor(id) }
  }

  /// Moves the walks positioned at a link that is about to be removed to the next one.
  mutating func moveCursors(from index: Int32) {
    for position in cursors.indices where cursors[position].link == index {
      cursors[position].link =
        cursors[position].side == .dependents
        ? links[index].nextDependent : links[index].nextDependency
    }
  }

  // MARK: Sweeps

  /// The operations of a manager, the newest first; those added meanwhile are not visited.
  struct Sweep: Sendable {
    var id: UInt32
    var manager: Int32
  }

  mutating func beginSweep(_ manager: Int32) -> Sweep {
    lastCursor &+= 1
    managers[Int(manager)].sweeps.append((lastCursor, managers[Int(manager)].youngest))
    return Sweep(id: lastCursor, manager: manager)
  }

  /// The next operations that have not ended, as the budget allows; nil after the last.
  mutating func next(of sweep: Sweep) -> [Slot]? {
    let manager = Int(sweep.manager)
    guard let position = managers[manager].sweeps.firstIndex(where: { $0.id == sweep.id }) else {
      return nil
    }
    var slot = managers[manager].sweeps[position].slot
    var found: [Slot] = []
    while slot >= 0, budget > 0 {
      budget -= 1
      if self[slot].verdict == nil { found.append(slot) }
      slot = self[slot].nextOfOwner
    }
    if slot < 0 {
      managers[manager].sweeps.remove(at: position)
    } else {
      managers[manager].sweeps[position].slot = slot
    }
    return found
  }

  func isOver(_ sweep: Sweep) -> Bool {
    !managers[Int(sweep.manager)].sweeps.contains { $0.id == sweep.id }
  }

  /// Moves the sweeps positioned at an operation that is about to leave the table to the next one.
  mutating func moveSweeps(from slot: Slot) {
    let owner = Int(self[slot].owner)
    for position in managers[owner].sweeps.indices
    where managers[owner].sweeps[position].slot == slot {
      managers[owner].sweeps[position].slot = self[slot].nextOfOwner
    }
  }
}
