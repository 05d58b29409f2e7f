extension OperationMachine {
  enum EdgeRefusal: Error, Equatable {
    case alreadyStarted
    /// The other operation would wait for it, along this path.
    case cycle([NodeID])
    /// The search for a cycle needs more steps than were allowed.
    case unfinished
  }

  /// Consequences follow with ``submit(_:)`` or ``endLinking()``, so the operation stays in the
  /// table until it has all its edges.
  mutating func link(_ kind: EdgeKind, to dependency: Slot, from dependent: Slot) {
    insertLink(kind, from: dependency, to: dependent)
    self[dependent].pending += 1
    if self[dependency].traits.contains(.isShared), self[dependent].verdict == nil {
      addInterest(dependency)
    }
    if let verdict = self[dependency].verdict {
      apply(ending: verdict.ending, of: id(of: dependency), to: dependent, by: kind)
    }
  }

  /// Carries out the consequences of the added edges, if no ``submit(_:)`` follows.
  mutating func endLinking() {
    flush()
    requestDrivers()
  }

  /// Adds an edge to an operation that may have been submitted.
  mutating func linkLate(
    _ kind: EdgeKind, to dependency: Slot, from dependent: Slot, limit: Int = .max
  ) throws(EdgeRefusal) {
    switch self[dependent].phase {
    case .waiting, .checkDue, .checking, .inLine, .ready, .resting: break
    case .scheduling, .executing, .closing, .ended: throw .alreadyStarted
    }
    // It releases what it holds before it waits.
    let keeps = self[dependent].openChildren > 0
    try refuseCycle(from: dependency, to: dependent, countsHeld: keeps, limit: limit)
    stepBack(dependent)
    link(kind, to: dependency, from: dependent)
    flush()
    requestDrivers()
  }

  mutating func linkLate(
    _ kind: EdgeKind, toEnded ending: OperationEnding, _ dependency: NodeID, from dependent: Slot
  ) throws(EdgeRefusal) {
    switch self[dependent].phase {
    case .waiting, .checkDue, .checking, .inLine, .ready, .resting: break
    case .scheduling, .executing, .closing, .ended: throw .alreadyStarted
    }
    apply(ending: ending, of: dependency, to: dependent, by: kind)
    flush()
    requestDrivers()
  }

  /// Removes an edge that was added late; false if there was none.
  mutating func unlink(_ dependency: Slot, from dependent: Slot, _ kinds: [EdgeKind]) -> Bool {
    var link = self[dependent].firstDependency
    while link >= 0 {
      let next = links[link].nextDependency
      if links[link].dependency == dependency, kinds.contains(links[link].kind) {
        removeLink(link)
        if self[dependent].verdict == nil { loseInterest(in: dependency) }
        release(dependent, blocker: dependency)
        flush()
        requestDrivers()
        return true
      }
      link = next
    }
    return false
  }

  func isBackward(_ dependency: Slot, _ dependent: Slot) -> Bool {
    self[dependency].number > self[dependent].number
  }

  @discardableResult
  mutating func insertLink(_ kind: EdgeKind, from dependency: Slot, to dependent: Slot) -> Int32 {
    if isBackward(dependency, dependent) { backwardLinks += 1 }
    let link = links.make(kind, from: dependency, to: dependent)
    let nextDependent = self[dependency].firstDependent
    links[link].nextDependent = nextDependent
    if nextDependent >= 0 {
      links[nextDependent].previousDependent = link
    } else {
      self[dependency].lastDependent = link
    }
    self[dependency].firstDependent = link
    let nextDependency = self[dependent].firstDependency
    links[link].nextDependency = nextDependency
    if nextDependency >= 0 { links[nextDependency].previousDependency = link }
    self[dependent].firstDependency = link
    if !cycleSearches.isEmpty { continueSearches(along: link) }
    beginLending(link, to: dependency, from: dependent)
    return link
  }

  /// If `isLast`, the dependency is leaving the table, so that its priority no longer matters.
  mutating func removeLink(_ index: Int32, isLast: Bool = false) {
    if !cursors.isEmpty { moveCursors(from: index) }
    if !cycleSearches.isEmpty { breakSearches(at: index) }
    let link = links[index]
    if isBackward(link.dependency, link.dependent) { backwardLinks -= 1 }
    if link.previousDependent >= 0 {
      links[link.previousDependent].nextDependent = link.nextDependent
    } else {
      self[link.dependency].firstDependent = link.nextDependent
    }
    if link.nextDependent >= 0 {
      links[link.nextDependent].previousDependent = link.previousDependent
    } else {
      self[link.dependency].lastDependent = link.previousDependent
    }
    if link.previousDependency >= 0 {
      links[link.previousDependency].nextDependency = link.nextDependency
    } else {
      self[link.dependent].firstDependency = link.nextDependency
    }
    if link.nextDependency >= 0 {
      links[link.nextDependency].previousDependency = link.previousDependency
    }
    links.remove(index)
    endLending(of: link.lent, to: link.dependency)
    if !isLast, link.lent == self[link.dependency].priority,
      link.lent > self[link.dependency].ownPriority
    {
      noteReprice(link.dependency)
    }
  }
}
