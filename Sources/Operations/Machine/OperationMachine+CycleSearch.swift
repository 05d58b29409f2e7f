extension OperationMachine {
  /// The path on which `dependency` waits for `dependent`, both included; nil if there is none.
  ///
  /// The search follows edges, waits in bodies and in steps of their graphs, children, and links
  /// from an operation that needs a category of limit 1 to its holder. It advances from both ends
  /// alternately and is over when one end is exhausted, so it costs about twice what the smaller end
  /// alone would.
  ///
  /// While a step of a graph waits whose operation occupies the only slot of a manager, the search
  /// also follows links from the operations that need the slot. It finds these from one end only.
  ///
  /// - Complexity: O(1) if `dependency` is older, no operation waits for a newer one, no category of
  ///   limit 1 is held, and no step waits as above; otherwise linear in the smaller of what
  ///   `dependency` waits for and what waits for `dependent`, or in the former if a step waits.
  mutating func path(
    from dependency: Slot, to dependent: Slot, countsHeld: Bool = true
  ) -> [NodeID]? {
    guard case .path(let path) = find(from: dependency, to: dependent, countsHeld: countsHeld)
    else { return nil }
    return path
  }

  /// As ``path(from:to:countsHeld:)``, in at most `limit` steps.
  mutating func find(
    from dependency: Slot, to dependent: Slot, countsHeld: Bool, limit: Int = .max
  ) -> CycleAnswer {
    if dependency == dependent { return .path([id(of: dependent)]) }
    if backwardLinks == 0, followsOnlyLinks, !isBackward(dependency, dependent) { return .none }
    search &+= 2
    var forward = SearchEnd(at: dependency, mark: search, isForward: true)
    var backward = SearchEnd(at: dependent, mark: search &+ 1, isForward: false)
    for (slot, mark) in [(dependency, forward.mark), (dependent, backward.mark)] {
      self[slot].mark = mark
      self[slot].cameFrom = -1
    }
    let ignored = countsHeld ? -1 : dependent
    let last = limit < .max ? stepCount + limit : .max
    while stepCount < last {
      switch step(&forward, ignoring: ignored, other: backward.mark) {
      case .continues: break
      case .met(let slot): return .path(trail(from: forward.current).reversed() + trail(from: slot))
      case .isExhausted: return .none
      }
      guard !backward.isExhausted else { continue }
      switch step(&backward, ignoring: ignored, other: forward.mark) {
      case .continues: break
      case .met(let slot):
        return .path(trail(from: slot).reversed() + trail(from: backward.current))
      case .isExhausted:
        guard serialStepWaits > 0 else { return .none }
        backward.isExhausted = true
      }
    }
    return .unfinished
  }

  private struct SearchEnd {
    let mark: UInt32
    /// Whether it visits what is waited for; if not, what waits.
    let isForward: Bool
    var pending: [Slot]
    var current: Slot = -1
    var link: Int32 = -1
    var categories: ArraySlice<Int32> = []
    var category: Int32 = -1
    var member: Int32 = -1
    var slotHolder: Slot = -1
    var isExhausted = false

    init(at slot: Slot, mark: UInt32, isForward: Bool) {
      self.mark = mark
      self.isForward = isForward
      pending = [slot]
    }
  }

  private enum SearchStep {
    case continues
    /// This operation, a neighbour of the one being expanded, was reached from the other end.
    case met(Slot)
    case isExhausted
  }

  private mutating func step(
    _ end: inout SearchEnd, ignoring ignored: Slot, other: UInt32
  ) -> SearchStep {
    stepCount += 1
    if end.link >= 0 {
      let link = links[end.link]
      end.link = end.isForward ? link.nextDependency : link.nextDependent
      return visit(end.isForward ? link.dependency : link.dependent, &end, other)
    }
    if end.member >= 0 {
      let slot = lineEntries[end.member].slot
      end.member = lineEntries[end.member].next
      guard lacks(slot, end.category) else { return .continues }
      return visit(slot, &end, other)
    }
    if let category = end.categories.popFirst() {
      end.category = category
      if !end.isForward {
        end.member = categories[category].firstMember
      } else if let holder = categories[category].holders.first, holder != ignored {
        return visit(holder, &end, other)
      }
      return .continues
    }
    if end.slotHolder >= 0 {
      defer { end.slotHolder = -1 }
      return visit(end.slotHolder, &end, other)
    }
    guard let slot = end.pending.popLast() else { return .isExhausted }
    end.current = slot
    if end.isForward, serialStepWaits > 0, needsSlot(slot) {
      end.slotHolder = slotHolderThatWaits(self[slot].manager) ?? -1
    }
    end.link = end.isForward ? self[slot].firstDependency : self[slot].firstDependent
    if end.isForward {
      end.categories = lacksCategories(slot) ? exclusives(needed(slot))[...] : []
    } else if self[slot].holdsCategories, slot != ignored {
      end.categories =
        exclusives(self[slot].categories)
        .filter { categories[$0].holders.contains(slot) }[...]
    }
    return .continues
  }

  private mutating func visit(
    _ slot: Slot, _ end: inout SearchEnd, _ other: UInt32
  ) -> SearchStep {
    if self[slot].mark == other { return .met(slot) }
    guard self[slot].mark != end.mark else { return .continues }
    self[slot].mark = end.mark
    self[slot].cameFrom = end.current
    end.pending.append(slot)
    return .continues
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

  private func trail(from slot: Slot) -> [NodeID] {
    var trail: [NodeID] = []
    var slot = slot
    while slot >= 0 {
      trail.append(id(of: slot))
      slot = self[slot].cameFrom
    }
    return trail
  }

  private func exclusives(_ categories: [Int32]) -> [Int32] {
    categories.filter { self.categories[$0].limit == 1 }
  }

  private func lacksCategories(_ slot: Slot) -> Bool {
    !self[slot].holdsCategories && self[slot].verdict == nil && !self[slot].categories.isEmpty
  }

  private func lacks(_ slot: Slot, _ category: Int32) -> Bool {
    lacksCategories(slot) && !isHeld(category, aroundOf: slot)
  }
}
