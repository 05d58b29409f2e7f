/// The position among the operations that one operation waits for, or that wait for it.
struct SearchCursor: Sendable {
  /// Whether it leads to what is waited for; if not, to what waits.
  let isForward: Bool
  var current: Slot = -1
  var link: Int32 = -1
  var categories: ArraySlice<Int32> = []
  var category: Int32 = -1
  var member: Int32 = -1
  var slotHolder: Slot = -1

  init(isForward: Bool) { self.isForward = isForward }
}

extension OperationMachine {
  enum Neighbour {
    case operation(Slot)
    /// None in this step.
    case none
    case isOver
  }

  /// The holdings of `ignored` do not count.
  func place(_ cursor: inout SearchCursor, at slot: Slot, ignoring ignored: Slot) {
    cursor.current = slot
    if cursor.isForward, serialStepWaits > 0, needsSlot(slot) {
      cursor.slotHolder = slotHolderThatWaits(self[slot].manager) ?? -1
    }
    cursor.link = cursor.isForward ? self[slot].firstDependency : self[slot].firstDependent
    if cursor.isForward {
      cursor.categories = lacksCategories(slot) ? exclusives(needed(slot))[...] : []
    } else if self[slot].holdsCategories, slot != ignored {
      cursor.categories =
        exclusives(self[slot].categories)
        .filter { categories[$0].holders.contains(slot) }[...]
    }
  }

  func nextNeighbour(of cursor: inout SearchCursor, ignoring ignored: Slot) -> Neighbour {
    if cursor.link >= 0 {
      let link = links[cursor.link]
      cursor.link = cursor.isForward ? link.nextDependency : link.nextDependent
      return .operation(cursor.isForward ? link.dependency : link.dependent)
    }
    if cursor.member >= 0 {
      let slot = lineEntries[cursor.member].slot
      cursor.member = lineEntries[cursor.member].next
      return lacks(slot, cursor.category) ? .operation(slot) : .none
    }
    if let category = cursor.categories.popFirst() {
      cursor.category = category
      if !cursor.isForward {
        cursor.member = categories[category].firstMember
      } else if let holder = categories[category].holders.first, holder != ignored {
        return .operation(holder)
      }
      return .none
    }
    guard cursor.slotHolder >= 0 else { return .isOver }
    defer { cursor.slotHolder = -1 }
    return .operation(cursor.slotHolder)
  }

  /// The operation that occupies the only slot of a manager while a step of its graph waits.
  private func slotHolderThatWaits(_ manager: Int32) -> Slot? {
    guard managers[Int(manager)].hasSerialStepWaits else { return nil }
    // One of them has the slot; the others have been preempted or have given it up.
    for id in managers[Int(manager)].stepWaiters {
      if let slot = slot(of: id), self[slot].holdsSlot, self[slot].manager == manager {
        return slot
      }
    }
    return nil
  }

  /// Whether it certainly does not end before it has had a slot of its manager.
  private func needsSlot(_ slot: Slot) -> Bool {
    let record = self[slot]
    guard record.verdict == nil, !record.holdsSlot,
      record.traits.isDisjoint(with: [.isOutside, .isScope, .schedulesItself, .needsCheck])
    else { return false }
    switch record.phase {
    case .waiting, .inLine, .ready, .executing, .resting: return true
    case .checkDue, .checking, .scheduling, .closing, .ended: return false
    }
  }

  private func exclusives(_ categories: [Int32]) -> [Int32] {
    categories.filter { self.categories[$0].limit == 1 }
  }

  private func lacksCategories(_ slot: Slot) -> Bool {
    !self[slot].holdsCategories && self[slot].verdict == nil && !self[slot].categories.isEmpty
  }

  func lacks(_ slot: Slot, _ category: Int32) -> Bool {
    lacksCategories(slot) && !isHeld(category, aroundOf: slot)
  }
}
