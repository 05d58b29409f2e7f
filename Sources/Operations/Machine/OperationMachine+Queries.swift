extension OperationMachine {
  func firstObstacle(of slot: Slot) -> Slot? {
    firstDependency(of: slot) { $0.holdsBack }
  }

  func firstPrerequisite(of slot: Slot) -> Slot? {
    firstDependency(of: slot) { $0 == .prerequisite }
  }

  func firstAwaited(by slot: Slot) -> Slot? {
    firstDependency(of: slot) { $0 == .awaits }
  }

  func firstChild(of slot: Slot) -> Slot? {
    firstDependency(of: slot) { $0 == .child }
  }

  /// Whether a dependent may not have ended; exact if there are only a few dependents.
  func mayHaveLiveDependents(_ slot: Slot) -> Bool {
    var link = self[slot].firstDependent
    for _ in 0..<8 {
      guard link >= 0 else { return false }
      if self[links[link].dependent].verdict == nil { return true }
      link = links[link].nextDependent
    }
    return link >= 0
  }

  /// Not ended, the oldest first.
  func live(of manager: Int32) -> [Slot] {
    var live: [Slot] = []
    var slot = managers[Int(manager)].youngest
    while slot >= 0 {
      if self[slot].verdict == nil { live.append(slot) }
      slot = self[slot].nextOfOwner
    }
    return live.reversed()
  }

  func firstSubmitted(of manager: Int32) -> Slot? {
    var slot = managers[Int(manager)].youngest
    while slot >= 0 {
      if self[slot].verdict == nil, self[slot].isSubmitted { return slot }
      slot = self[slot].nextOfOwner
    }
    return nil
  }

  func children(of slot: Slot) -> [Slot] {
    var children: [Slot] = []
    var link = self[slot].firstDependency
    while link >= 0 {
      if links[link].kind == .child { children.append(links[link].dependency) }
      link = links[link].nextDependency
    }
    return children
  }

  private func firstDependency(of slot: Slot, where isMeant: (EdgeKind) -> Bool) -> Slot? {
    var link = self[slot].firstDependency
    while link >= 0 {
      if isMeant(links[link].kind) { return links[link].dependency }
      link = links[link].nextDependency
    }
    return nil
  }

  /// A category that is full for the operation, and one of its holders.
  func missingCategory(of slot: Slot) -> (category: Int32, holder: Slot)? {
    for category in needed(slot) where !categories[category].hasRoom {
      if let holder = categories[category].holders.first { return (category, holder) }
    }
    return nil
  }
}

extension OperationMachine {
  /// An operation of the main lane among this one and everything it waits for.
  mutating func firstOnMainActor(before slot: Slot) -> Slot? {
    search &+= 2
    self[slot].mark = search
    var pending = [slot]
    while let next = pending.popLast() {
      if self[next].lane == .main, self[next].verdict == nil { return next }
      var link = self[next].firstDependency
      while link >= 0 {
        let other = links[link].dependency
        if self[other].mark != search {
          self[other].mark = search
          pending.append(other)
        }
        link = links[link].nextDependency
      }
    }
    return nil
  }
}
