/// Operations that wait for others in the middle of their bodies, and who waits for whom.
extension OperationMachine {
  /// An operation waits for another from its own body: meanwhile its slot is for others.
  ///
  /// - Returns: the link to give to ``endAwait(_:by:)``.
  /// - Throws: the way by which the other waits for this one.
  mutating func beginAwait(
    _ dependency: Slot, by waiter: Slot
  ) throws(EdgeRefusal) -> Int32 {
    if let path = path(from: dependency, to: waiter) { throw .cycle(path) }
    let link = insertLink(.awaits, from: dependency, to: waiter)
    raise(dependency, to: self[waiter].priority)
    self[waiter].awaits += 1
    if self[waiter].awaits == 1 { holderBeginsToWait(waiter) }
    if self[waiter].awaits == 1, self[waiter].holdsSlot {
      self[waiter].holdsSlot = false
      giveSlotBack(self[waiter].manager)
    }
    callDrivers()
    return link
  }

  /// The wait is over: what was waited for is decided, or the waiting task was cancelled.
  ///
  /// - Returns: whether the body may go on; if not, ``Action/resume(ticket:)`` will say so.
  mutating func endAwait(by waiter: NodeID, ticket: UInt64, isCancelled: Bool) -> Bool {
    guard let slot = slot(of: waiter), self[slot].phase == .executing else { return true }
    guard self[slot].awaits > 0 else { return true }
    self[slot].awaits -= 1
    guard self[slot].awaits == 0, !self[slot].holdsSlot else { return true }
    if !self[slot].traits.isDisjoint(with: [.isOutside, .isScope]) { return true }
    let manager = self[slot].manager
    guard managers[Int(manager)].hasSlot || isCancelled else {
      managers[Int(manager)].addReturning(ManagerState.Returning(id: waiter, ticket: ticket))
      self[slot].returns += 1
      return false
    }
    managers[Int(manager)].executing += 1
    self[slot].holdsSlot = true
    if self[slot].returns > 0 { resumeStrays(manager) }
    return true
  }

  /// Removes the link of a wait that ended before what was waited for.
  mutating func removeAwait(of dependency: Slot, by waiter: Slot) {
    var link = self[waiter].firstDependency
    while link >= 0 {
      if links[link].kind == .awaits, links[link].dependency == dependency {
        removeLink(link)
        return
      }
      link = links[link].nextDependency
    }
  }

  /// Makes an operation the child of one whose body submits it.
  mutating func adopt(_ child: Slot, by parent: Slot) {
    insertLink(.child, from: child, to: parent)
    self[child].parent = parent
    self[parent].openChildren += 1
    if self[parent].openChildren == 1 { holderBeginsToWait(parent) }
    raise(child, to: self[parent].priority)
    if let cause = self[parent].cancelRequest, cause != .preempted {
      toDecide.append((child, .cancelled(cause)))
    } else if self[parent].traits.contains(.hasFailed) {
      toDecide.append((child, .cancelled(.scopeEnded)))
    }
  }

  /// By which way `dependency` waits for `dependent`, if it does.
  ///
  /// It follows edges, waits in bodies, children, and from who needs a category of which there is
  /// one to who holds it.
  ///
  /// - Parameters:
  ///   - dependency: who may wait.
  ///   - dependent: for whom.
  ///   - countsHeld: whether `dependent` keeps the categories that it holds.
  /// - Returns: those by way of whom it waits, from the one to the other.
  /// - Complexity: O(1) if `dependency` is the older one and nobody waits for a younger one, or if
  ///   nobody waits for `dependent`; otherwise linear in what `dependency` waits for.
  mutating func path(
    from dependency: Slot, to dependent: Slot, countsHeld: Bool = true
  ) -> [NodeID]? {
    if dependency == dependent { return [id(of: dependent)] }
    if backwardLinks == 0, exclusivesHeld == 0, !isBackward(dependency, dependent) { return nil }
    if self[dependent].firstDependent < 0, !self[dependent].holdsCategories { return nil }
    search &+= 1
    self[dependency].mark = search
    self[dependency].cameFrom = -1
    var pending = [dependency]
    while let slot = pending.popLast() {
      if slot == dependent { return trail(to: slot) }
      var link = self[slot].firstDependency
      while link >= 0 {
        visit(links[link].dependency, from: slot, &pending)
        link = links[link].nextDependency
      }
      guard !self[slot].holdsCategories, self[slot].verdict == nil else { continue }
      for category in needed(slot) where categories[Int(category)].limit == 1 {
        for holder in categories[Int(category)].holders where countsHeld || holder != dependent {
          visit(holder, from: slot, &pending)
        }
      }
    }
    return nil
  }

  private mutating func visit(_ slot: Slot, from other: Slot, _ pending: inout [Slot]) {
    guard self[slot].mark != search else { return }
    self[slot].mark = search
    self[slot].cameFrom = other
    pending.append(slot)
  }

  private func trail(to slot: Slot) -> [NodeID] {
    var trail: [NodeID] = []
    var slot = slot
    while slot >= 0 {
      trail.append(id(of: slot))
      slot = self[slot].cameFrom
    }
    return trail.reversed()
  }
}

extension OperationMachine {
  /// An edge, or a task that waits, needs an operation.
  mutating func addInterest(_ slot: Slot) {
    guard self[slot].traits.contains(.isShared) else { return }
    self[slot].interest += 1
    self[slot].traits.insert(.wasNeeded)
  }

  /// It waits no more.
  mutating func removeInterest(_ slot: Slot) {
    loseInterest(in: slot)
    flush()
    callDrivers()
  }
}
