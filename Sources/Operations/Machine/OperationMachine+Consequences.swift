extension OperationMachine {
  mutating func release(_ slot: Slot, blocker: Slot?) {
    self[slot].pending -= 1
    guard self[slot].pending == 0 else { return }
    if let blocker {
      self[slot].blocker = self[blocker].number
      self[slot].blockedBy = .dependency
    }
    if self[slot].verdict != nil {
      settleIfOver(slot)
    } else if self[slot].phase == .waiting {
      advance(slot)
    }
  }

  mutating func apply(ending: OperationEnding, of other: NodeID, to slot: Slot, by kind: EdgeKind) {
    guard let consequence = kind.consequence(of: ending), self[slot].verdict == nil else { return }
    // It is about to end for a reason of its own.
    guard !self[slot].traits.contains(.isMarkedCancelled) else { return }
    let verdict = Verdict(ending: consequence, cause: .dependency(other))
    guard self[slot].isOccupied else {
      if self[slot].phase != .closing {
        // Another slice may release its dependencies before it is decided.
        self[slot].traits.insert(.isMarkedCancelled)
        self[slot].bodyVerdict = verdict
      }
      work.items.append(.decide(id(of: slot), verdict))
      return
    }
    // Its conditions are being evaluated: it ends like this after they have answered.
    if self[slot].cancelRequest == nil { self[slot].bodyVerdict = verdict }
    request(slot, .dependency(other))
  }

  /// Decides how an operation ends, though it may remain in the table: operations that need its
  /// value are notified at once, those that follow it when it would have been its turn.
  mutating func decide(_ slot: Slot, _ verdict: Verdict, callerNotifies: Bool = false) {
    guard self[slot].verdict == nil else { return }
    switch self[slot].phase {
    case .waiting, .checkDue, .inLine, .ready, .scheduling, .resting: retire(slot)
    case .checking, .executing, .closing, .ended: break
    }
    self[slot].verdict = verdict
    // It needs no priority of its own any more, but its followers may lend it one.
    self[slot].ownPriority = 0
    // It no longer needs its categories, and they may be freed before it leaves the table.
    if self[slot].firstMembership >= 0 { leaveCategories(slot) }
    if !callerNotifies { actions.append(.decided(id(of: slot), verdict)) }
    if self[slot].firstDependent >= 0 { notifyDependents(of: slot, from: nil) }
    if self[slot].firstDependency >= 0 {
      noteReprice(slot)
      loseInterest(of: slot, from: nil)
    }
    if self[slot].phase == .waiting {
      if !self[slot].isSubmitted {
        // It no longer needs to be submitted.
        self[slot].isSubmitted = true
        self[slot].pending -= 1
      }
      guard self[slot].openChildren == 0 else {
        // It had been started before, and left children.
        self[slot].phase = .closing
        cancelChildren(of: slot, verdict.causeForChildren)
        return
      }
      self[slot].phase = .ended
      settleIfOver(slot)
    }
  }

  /// The operation does not settle before all consequences are decided, perhaps in another slice:
  /// so none of its dependents starts because it has left the table.
  mutating func notifyDependents(of slot: Slot, from cursor: CursorID?) {
    guard let verdict = self[slot].verdict else { return }
    let id = id(of: slot)
    var isComplete = cursor == nil
    let rest = walk(slot, .dependents, from: cursor) { machine, link in
      let (kind, dependent) = (machine.links[link].kind, machine.links[link].dependent)
      switch kind {
      case .child:
        if verdict.ending == .failed, machine[dependent].traits.contains(.failsFast) {
          // This includes children submitted from now on.
          machine[dependent].traits.insert(.hasFailed)
          machine.cancelChildren(of: dependent, .scopeEnded)
        }
      case .awaits:
        break
      case .requires, .result, .follows, .failed, .prerequisite:
        guard kind.consequence(of: verdict.ending) != nil else { return }
        isComplete = false
        machine.apply(ending: verdict.ending, of: id, to: dependent, by: kind)
      }
    }
    if let rest {
      self[slot].traits.insert(.isNotifying)
      work.items.append(.notify(id, from: rest))
    } else if !isComplete {
      self[slot].traits.insert(.isNotifying)
      work.items.append(.notified(id))
    }
  }

  private mutating func retire(_ slot: Slot) {
    leaveLines(slot)
    releaseCategories(slot)
    self[slot].phase = .waiting
  }

  // MARK: Leaving the table

  /// Schedules the removal of an ended operation from the table when it waits for nothing more.
  mutating func settleIfOver(_ slot: Slot) {
    guard self[slot].phase == .ended,
      self[slot].traits.isDisjoint(with: [.isNotifying, .isClaimed])
    else { return }
    guard self[slot].pending == 0 else { return leaveEarly(slot) }
    work.settlements.append(slot)
  }

  /// Ends the waits of the parent and the manager for an operation that was decided before its
  /// dependencies ended.
  ///
  /// It stays in the table, because its followers may not start early. They need not wait for it:
  /// its dependencies may belong to other managers and never end.
  private mutating func leaveEarly(_ slot: Slot) {
    if self[slot].traits.isDisjoint(with: [.isScope, .hasLeft]) {
      self[slot].traits.insert(.hasLeft)
      removeFromOwner(slot)
    }
    // `Engine.adopt` runs before any other link to it can be made, so this one is the last of the
    // list.
    let link = self[slot].lastDependent
    guard self[slot].parent >= 0, link >= 0, links[link].kind == .child else { return }
    let parent = links[link].dependent
    self[slot].parent = -1
    removeLink(link)
    childSettled(of: parent)
  }

  mutating func endNotifying(_ slot: Slot) {
    settleIfOver(slot)
    flush()
    requestDrivers()
  }

  /// Removes an operation from the table and releases its dependents, as far as the budget allows.
  mutating func settle(_ slot: Slot) {
    while self[slot].firstDependency >= 0 {
      guard budget > 0 else { return work.settlements.append(slot) }
      budget -= 1
      removeLink(self[slot].firstDependency)
    }
    // New links are prepended to the list; dependents are released in the order in which their
    // links were made.
    while self[slot].lastDependent >= 0 {
      guard budget > 0 else { return work.settlements.append(slot) }
      budget -= 1
      let link = self[slot].lastDependent
      let (kind, dependent) = (links[link].kind, links[link].dependent)
      removeLink(link, isLast: true)
      switch kind {
      case .child: childSettled(of: dependent)
      case .awaits: break
      case .prerequisite, .requires, .result, .follows, .failed:
        release(dependent, blocker: slot)
      }
    }
    budget -= 1
    vacate(slot)
  }

  private mutating func childSettled(of parent: Slot) {
    self[parent].openChildren -= 1
    if self[parent].openChildren == 0, self[parent].phase == .closing { close(parent) }
  }
}
