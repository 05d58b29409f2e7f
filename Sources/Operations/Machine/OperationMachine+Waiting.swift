internal import StageFloor

extension OperationMachine {
  /// Frees the slot; throws the path on which the other operation waits for this one.
  mutating func beginAwait(
    _ dependency: Slot, by waiter: Slot, limit: Int = .max
  ) throws(EdgeRefusal) -> Int32 {
    try refuseCycle(from: dependency, to: waiter, limit: limit)
    let link = insertLink(.awaits, from: dependency, to: waiter)
    self[waiter].awaits += 1
    if self[waiter].awaits == 1 { holderBeginsToWait(waiter) }
    if self[waiter].awaits == 1, self[waiter].holdsSlot {
      self[waiter].holdsSlot = false
      giveSlotBack(self[waiter].manager)
    }
    flush()
    requestDrivers()
    return link
  }

  /// Records the wait of a step of a graph that the body of `waiter` runs.
  ///
  /// The body keeps its slot, because other steps may be computing. It throws the path on which the
  /// other operation waits for this one.
  mutating func beginStepAwait(
    _ dependency: Slot, by waiter: Slot, limit: Int = .max
  ) throws(EdgeRefusal) {
    let id = id(of: waiter)
    noteStepWait(of: id, self[waiter].manager)
    do throws(EdgeRefusal) {
      try refuseCycle(from: dependency, to: waiter, limit: limit)
    } catch {
      endStepAwait(by: id)
      throw error
    }
    insertLink(.awaits, from: dependency, to: waiter)
    flush()
    requestDrivers()
  }

  private mutating func noteStepWait(of waiter: NodeID, _ manager: Int32) {
    guard stepWaits[waiter] == nil else {
      stepWaits[waiter]!.count += 1
      return
    }
    stepWaits[waiter] = (1, manager)
    let isFirst = !managers[Int(manager)].hasSerialStepWaits
    managers[Int(manager)].stepWaiters.insert(waiter)
    if isFirst, managers[Int(manager)].hasSerialStepWaits { serialStepWaits += 1 }
  }

  mutating func endStepAwait(by waiter: NodeID) {
    guard let (count, manager) = stepWaits[waiter] else { return }
    guard count == 1 else {
      stepWaits[waiter]!.count -= 1
      return
    }
    stepWaits[waiter] = nil
    guard managers[Int(manager)].hasSerialStepWaits else {
      managers[Int(manager)].stepWaiters.remove(waiter)
      return
    }
    managers[Int(manager)].stepWaiters.remove(waiter)
    if !managers[Int(manager)].hasSerialStepWaits { serialStepWaits -= 1 }
  }

  /// Returns whether the body may continue; if not, ``Action/resume(ticket:)`` follows.
  mutating func endAwait(by waiter: NodeID, ticket: UInt64, isCancelled: Bool) -> Bool {
    guard let slot = slot(of: waiter), self[slot].phase == .executing else { return true }
    guard self[slot].awaits > 0 else { return true }
    self[slot].awaits -= 1
    guard self[slot].awaits == 0, !self[slot].holdsSlot else { return true }
    if !self[slot].traits.isDisjoint(with: [.isOutside, .isScope]) { return true }
    let manager = self[slot].manager
    guard managers[Int(manager)].hasSlot || isCancelled else {
      managers[Int(manager)].returning.append(.init(id: waiter, ticket: ticket))
      self[slot].returns += 1
      return false
    }
    managers[Int(manager)].executing += 1
    self[slot].holdsSlot = true
    if self[slot].returns > 0 { resumeStrays(manager) }
    return true
  }

  /// Removes the link of a wait that ended before the operation it waited for.
  mutating func removeAwait(of dependency: Slot, by waiter: Slot) {
    var link = self[waiter].firstDependency
    while link >= 0 {
      if links[link].kind == .awaits, links[link].dependency == dependency {
        removeLink(link)
        flush()
        requestDrivers()
        return
      }
      link = links[link].nextDependency
    }
  }

  mutating func adopt(_ child: Slot, by parent: Slot) {
    // What its parent holds, it does not need.
    if !cycleSearches.isEmpty, !self[child].categories.isEmpty { breakSearches(of: child) }
    insertLink(.child, from: child, to: parent)
    self[child].parent = parent
    self[parent].openChildren += 1
    if self[parent].openChildren == 1 { holderBeginsToWait(parent) }
    if let cause = self[parent].cancelRequest, cause != .preempted {
      work.items.append(.decide(id(of: child), .cancelled(cause)))
    } else if self[parent].traits.contains(.hasFailed) {
      work.items.append(.decide(id(of: child), .cancelled(.scopeEnded)))
    }
  }
}
