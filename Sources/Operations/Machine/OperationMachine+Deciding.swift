/// What the end of an operation means for the others.
extension OperationMachine {
  /// One of those that an operation waits for has ended, or it has been submitted.
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

  /// An operation hears of the end of another, or of what it will be.
  mutating func learn(_ slot: Slot, of ending: Ending, through other: NodeID, by kind: EdgeKind) {
    guard let consequence = kind.consequence(of: ending), self[slot].verdict == nil else { return }
    // It is about to end for a reason of its own.
    guard !self[slot].traits.contains(.isCalledOff) else { return }
    let verdict = Verdict(ending: consequence, cause: .dependency(other))
    guard self[slot].isOccupied else {
      if self[slot].phase != .closing {
        // It may be let go on before it is decided, in another slice.
        self[slot].traits.insert(.isCalledOff)
        self[slot].bodyVerdict = verdict
      }
      work.items.append(.decide(id(of: slot), verdict))
      return
    }
    // Its conditions are being asked: it ends like this when they have answered.
    if self[slot].cancelRequest == nil { self[slot].bodyVerdict = verdict }
    request(slot, .dependency(other))
  }

  /// The end of an operation is known, though it may not have left the table: those who need its
  /// value hear of it at once, those who follow it when it would have been its turn.
  ///
  /// - Parameters:
  ///   - slot: the operation.
  ///   - verdict: how it ends, if it has not ended.
  ///   - isTold: whether the caller tells who waits for it.
  mutating func decide(_ slot: Slot, _ verdict: Verdict, isTold: Bool = false) {
    guard self[slot].verdict == nil else { return }
    switch self[slot].phase {
    case .waiting, .checkDue, .inLine, .ready, .handedOut, .resting: retire(slot)
    case .checking, .executing, .closing, .ended: break
    }
    self[slot].verdict = verdict
    // It does not want anything itself any more, but who follows it may.
    self[slot].ownPriority = 0
    // It needs them no more, and its categories may be gone before it leaves the table.
    if self[slot].firstMembership >= 0 { leaveCategories(slot) }
    if !isTold { actions.append(.decided(id(of: slot), verdict)) }
    if self[slot].firstDependent >= 0 { tellDependents(of: slot, from: nil) }
    if self[slot].firstDependency >= 0 {
      noteReprice(slot)
      loseInterest(of: slot, from: nil)
    }
    if self[slot].phase == .waiting {
      if !self[slot].isSubmitted {
        // Nobody need submit it any more.
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

  /// Those that wait for an operation hear how it ended.
  ///
  /// What follows for them is decided later, perhaps in another slice. Until then the operation does
  /// not settle: none of them starts because it has left the table.
  mutating func tellDependents(of slot: Slot, from cursor: CursorID?) {
    guard let verdict = self[slot].verdict else { return }
    let id = id(of: slot)
    var isHeard = cursor == nil
    let rest = walk(slot, .dependents, from: cursor) { machine, link in
      let (kind, dependent) = (machine.links[link].kind, machine.links[link].dependent)
      switch kind {
      case .child:
        if verdict.ending == .failed, machine[dependent].traits.contains(.failsFast) {
          // Also those that are submitted to it from now on.
          machine[dependent].traits.insert(.hasFailed)
          machine.cancelChildren(of: dependent, .scopeEnded)
        }
      case .awaits:
        break
      case .requires, .result, .follows, .failed, .prerequisite:
        guard kind.consequence(of: verdict.ending) != nil else { return }
        isHeard = false
        machine.learn(dependent, of: verdict.ending, through: id, by: kind)
      }
    }
    if let rest {
      self[slot].traits.insert(.isTelling)
      work.items.append(.tell(id, from: rest))
    } else if !isHeard {
      self[slot].traits.insert(.isTelling)
      work.items.append(.told(id))
    }
  }

  /// An operation that waits for something leaves its lines and gives back what it has.
  private mutating func retire(_ slot: Slot) {
    leaveLines(slot)
    releaseCategories(slot)
    self[slot].phase = .waiting
  }

  /// Shared operations that only this one needed are not needed any more.
  mutating func loseInterest(of slot: Slot, from cursor: CursorID?) {
    let rest = walk(slot, .dependencies, from: cursor) { machine, link in
      if machine.links[link].kind.holdsBack {
        machine.loseInterest(in: machine.links[link].dependency)
      }
    }
    if let rest { work.items.append(.forgo(id(of: slot), from: rest)) }
  }

  /// One fewer needs a shared operation.
  mutating func loseInterest(in slot: Slot) {
    guard self[slot].traits.contains(.isShared), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    if self[slot].interest == 0 { request(slot, .unwanted) }
  }

  // MARK: Leaving the table

  /// An operation that has ended leaves the table, once nothing is before it.
  mutating func settleIfOver(_ slot: Slot) {
    guard self[slot].phase == .ended, self[slot].pending == 0,
      self[slot].traits.isDisjoint(with: [.isTelling, .isClaimed])
    else { return }
    work.settlements.append(slot)
  }

  /// What has kept an operation that has ended from leaving the table is over.
  mutating func endTelling(_ slot: Slot) {
    settleIfOver(slot)
    flush()
    callDrivers()
  }

  /// An operation leaves the table, and lets those go on who waited for it, as far as the budget
  /// allows.
  mutating func settle(_ slot: Slot) {
    while self[slot].firstDependency >= 0 {
      guard budget > 0 else { return work.settlements.append(slot) }
      budget -= 1
      removeLink(self[slot].firstDependency)
    }
    // The list has the last come first; those who came first are let go first.
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
