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
      if self[slot].phase == .ended { toSettle.append(slot) }
    } else if self[slot].phase == .waiting {
      advance(slot)
    }
  }

  /// An operation hears of the end of another, or of what it will be.
  mutating func learn(_ slot: Slot, of ending: Ending, through other: NodeID, by kind: EdgeKind) {
    guard let consequence = kind.consequence(of: ending), self[slot].verdict == nil else { return }
    let verdict = Verdict(ending: consequence, cause: .dependency(other))
    guard self[slot].isOccupied else {
      toDecide.append((slot, verdict))
      return
    }
    // Its conditions are being asked: it ends like this when they have answered.
    if self[slot].cancelRequest == nil { self[slot].bodyVerdict = verdict }
    request(slot, .dependency(other))
  }

  /// Its end is known, though it may not have left the table: those who need its value hear of it
  /// at once, those who follow it when it would have been its turn.
  mutating func decide(_ slot: Slot, _ verdict: Verdict, isTold: Bool = false) {
    toDecide.append((slot, verdict))
    flushDecisions(told: isTold ? slot : -1)
  }

  /// Does what others' ends have led to.
  mutating func flush() {
    flushDecisions(told: -1)
    flushSettlements()
  }

  private mutating func flushDecisions(told: Slot) {
    var next = 0
    while next < toDecide.count {
      let (slot, verdict) = toDecide[next]
      next += 1
      decideOne(slot, verdict, isTold: slot == told)
    }
    toDecide.removeAll(keepingCapacity: true)
  }

  private mutating func decideOne(_ slot: Slot, _ verdict: Verdict, isTold: Bool) {
    guard self[slot].verdict == nil else { return }
    switch self[slot].phase {
    case .waiting, .checkDue, .inLine, .ready, .handedOut, .resting: retire(slot)
    case .checking, .executing, .closing, .ended: break
    }
    self[slot].verdict = verdict
    // It does not want anything itself any more, but who follows it may.
    self[slot].ownPriority = 0
    if !isTold { actions.append(.decided(id(of: slot), verdict)) }
    var link = self[slot].firstDependent
    while link >= 0 {
      let edge = links[link]
      link = edge.nextDependent
      switch edge.kind {
      case .child:
        if verdict.ending == .failed, self[edge.dependent].traits.contains(.failsFast) {
          // Also those that are submitted to it from now on.
          self[edge.dependent].traits.insert(.hasFailed)
          cancelChildren(of: edge.dependent, .scopeEnded)
        }
      case .awaits:
        break
      case .requires, .result, .follows, .failed, .prerequisite:
        learn(edge.dependent, of: verdict.ending, through: id(of: slot), by: edge.kind)
      }
    }
    loseInterest(of: slot)
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
      if self[slot].pending == 0 { toSettle.append(slot) }
    }
  }

  /// An operation that waits for something leaves its lines and gives back what it has.
  private mutating func retire(_ slot: Slot) {
    leaveLines(slot)
    releaseCategories(slot)
    self[slot].phase = .waiting
  }

  /// Shared operations that only this one needed are not needed any more.
  private mutating func loseInterest(of slot: Slot) {
    var link = self[slot].firstDependency
    while link >= 0 {
      if links[link].kind.holdsBack { loseInterest(in: links[link].dependency) }
      link = links[link].nextDependency
    }
  }

  /// One fewer needs a shared operation.
  mutating func loseInterest(in slot: Slot) {
    guard self[slot].traits.contains(.isShared), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    if self[slot].interest == 0 { request(slot, .unwanted) }
  }

  /// Operations leave the table, and let those go on who waited for them.
  mutating func flushSettlements() {
    var next = 0
    while next < toSettle.count {
      settleOne(toSettle[next])
      next += 1
      if !toDecide.isEmpty { flushDecisions(told: -1) }
    }
    toSettle.removeAll(keepingCapacity: true)
  }

  private mutating func settleOne(_ slot: Slot) {
    while self[slot].firstDependency >= 0 { removeLink(self[slot].firstDependency) }
    // The list has the last come first; those who came first are let go first.
    let first = lastLink(self[slot].firstDependent)
    var link = first
    while link >= 0 {
      let edge = links[link]
      removeLink(link)
      link = edge.previousDependent
      switch edge.kind {
      case .child: childSettled(of: edge.dependent)
      case .awaits: break
      case .prerequisite, .requires, .result, .follows, .failed:
        release(edge.dependent, blocker: slot)
      }
    }
    vacate(slot)
  }

  private func lastLink(_ first: Int32) -> Int32 {
    var link = first
    while link >= 0, links[link].nextDependent >= 0 { link = links[link].nextDependent }
    return link
  }

  private mutating func childSettled(of parent: Slot) {
    self[parent].openChildren -= 1
    if self[parent].openChildren == 0, self[parent].phase == .closing { close(parent) }
  }
}
