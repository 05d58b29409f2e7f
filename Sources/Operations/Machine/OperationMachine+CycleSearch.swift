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
  /// - Complexity: O(1) if no category of limit 1 is held, no step waits as above, and either
  ///   `dependency` waits for nothing, or nothing waits for `dependent`, or `dependency` is older and
  ///   no operation waits for a newer one; otherwise linear in the smaller of what
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
    if exclusivesHeld == 0, serialStepWaits == 0 {
      if backwardLinks == 0, !isBackward(dependency, dependent) { return .none }
      // One end has nothing to follow, as in a join of many new operations.
      if self[dependency].firstDependency < 0 || self[dependent].firstDependent < 0 { return .none }
    }
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
      case .met(let slot):
        return .path(trail(from: forward.cursor.current).reversed() + trail(from: slot))
      case .isExhausted: return .none
      }
      guard !backward.isExhausted else { continue }
      switch step(&backward, ignoring: ignored, other: forward.mark) {
      case .continues: break
      case .met(let slot):
        return .path(trail(from: slot).reversed() + trail(from: backward.cursor.current))
      case .isExhausted:
        guard serialStepWaits > 0 else { return .none }
        backward.isExhausted = true
      }
    }
    return .unfinished
  }

  private struct SearchEnd {
    let mark: UInt32
    var pending: [Slot]
    var cursor: SearchCursor
    var isExhausted = false

    init(at slot: Slot, mark: UInt32, isForward: Bool) {
      self.mark = mark
      cursor = SearchCursor(isForward: isForward)
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
    switch nextNeighbour(of: &end.cursor, ignoring: ignored) {
    case .operation(let slot): return visit(slot, &end, other)
    case .none: return .continues
    case .isOver: break
    }
    guard let slot = end.pending.popLast() else { return .isExhausted }
    place(&end.cursor, at: slot, ignoring: ignored)
    return .continues
  }

  private mutating func visit(
    _ slot: Slot, _ end: inout SearchEnd, _ other: UInt32
  ) -> SearchStep {
    if self[slot].mark == other { return .met(slot) }
    guard self[slot].mark != end.mark else { return .continues }
    self[slot].mark = end.mark
    self[slot].cameFrom = end.cursor.current
    end.pending.append(slot)
    return .continues
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
}
