/// What conditions answer.
extension OperationMachine {
  /// What the conditions of an operation came to.
  enum CheckResult: Sendable, Equatable {
    /// It may run.
    case proceed
    /// It has ended without running.
    case end(Ending)
    /// Another operation comes first, and then they are asked again.
    case first(NodeID)
    /// Another operation was to come first, and has ended like this.
    case firstEnded(NodeID, Ending)
  }

  /// What became of the operation.
  enum CheckEnd: Sendable, Equatable {
    /// It goes on its way.
    case goesOn
    /// It ended.
    case ended(Verdict)
    /// What was to come first waits for it in turn, by way of these.
    case cycle([NodeID])
    /// It failed: the chain by which conditions ask for each other's operations is too long.
    case endless
    /// It was given up before.
    case ignored
  }

  /// The conditions have been asked, before the categories or right before the body.
  mutating func checked(_ id: NodeID, _ result: CheckResult) -> CheckEnd {
    guard let slot = slot(of: id), self[slot].isOccupied else { return .ignored }
    defer {
      flush()
      callDrivers()
    }
    if let cause = self[slot].cancelRequest, cause != .preempted {
      return endCheck(slot, self[slot].bodyVerdict ?? .cancelled(cause))
    }
    switch result {
    case .end(let ending):
      return endCheck(slot, Verdict(ending: ending, cause: .own))
    case .proceed:
      if self[slot].phase == .checking {
        self[slot].traits.remove(.needsCheck)
        self[slot].phase = .waiting
        if self[slot].pending == 0 { advance(slot) }
      }
      return .goesOn
    case .first(let other):
      guard let dependency = self.slot(of: other) else { return retryCheck(slot) }
      // What it holds it gives back before it waits.
      let keeps = self[slot].openChildren > 0
      if let path = path(from: dependency, to: slot, countsHeld: keeps) {
        _ = endCheck(slot, .failed)
        return .cycle(path)
      }
      guard deepen(dependency, below: slot) else {
        _ = endCheck(slot, .failed)
        return .endless
      }
      _ = retreat(slot)
      link(.prerequisite, to: dependency, from: slot)
      return .goesOn
    case .firstEnded(let other, let ending):
      guard let consequence = EdgeKind.prerequisite.consequence(of: ending) else {
        return retryCheck(slot)
      }
      return endCheck(slot, Verdict(ending: consequence, cause: .dependency(other)))
    }
  }

  /// The longest chain of operations each of which the conditions of the one before asked for.
  static var longestDetour: UInt16 { 1000 }

  /// Conditions have asked for an operation: it, and those that its own conditions have asked for
  /// already, are one further down the chain.
  ///
  /// - Returns: whether the chain is short enough.
  /// - Complexity: O(n) for the n of them that are deeper now, at most ``longestDetour``.
  private mutating func deepen(_ dependency: Slot, below slot: Slot) -> Bool {
    var (next, depth) = (dependency, self[slot].detourDepth + 1)
    while self[next].detourDepth < depth {
      self[next].detourDepth = depth
      guard depth <= Self.longestDetour else { return false }
      guard let further = firstPrerequisite(of: next) else { return true }
      (next, depth) = (further, depth + 1)
    }
    return true
  }

  private mutating func endCheck(_ slot: Slot, _ verdict: Verdict) -> CheckEnd {
    if self[slot].phase == .executing { leaveExecution(slot) }
    conclude(slot, verdict, isTold: true)
    return .ended(verdict)
  }

  /// Back to before the conditions, without what was taken since.
  private mutating func retreat(_ slot: Slot) -> Bool {
    if self[slot].phase == .executing {
      leaveExecution(slot)
      releaseCategories(slot)
    }
    // It has made room by itself.
    self[slot].cancelRequest = nil
    self[slot].traits.insert(.needsCheck)
    self[slot].phase = .waiting
    return self[slot].pending == 0
  }

  private mutating func retryCheck(_ slot: Slot) -> CheckEnd {
    if retreat(slot) { advance(slot) }
    return .goesOn
  }
}
