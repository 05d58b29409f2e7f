extension OperationMachine {
  enum CheckResult: Sendable, Equatable {
    case proceed
    case end(OperationEnding)
    case first(NodeID)
    /// Another operation should succeed first, and has ended like this.
    case firstEnded(NodeID, OperationEnding)
  }

  enum CheckEnd: Sendable, Equatable {
    case continues
    case ended(Verdict)
    /// The requested operation waits for this one, along this path.
    case cycle([NodeID])
    /// It failed: the chain of operations requested by conditions is too long.
    case endless
    /// It was abandoned before.
    case ignored
  }

  /// Evaluated before the categories are acquired, or right before the body.
  mutating func checked(_ id: NodeID, _ result: CheckResult) -> CheckEnd {
    guard let slot = slot(of: id), self[slot].isOccupied else { return .ignored }
    defer {
      flush()
      requestDrivers()
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
      return .continues
    case .first(let other):
      guard let dependency = self.slot(of: other) else { return retryCheck(slot) }
      // It releases what it holds before it waits.
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
      return .continues
    case .firstEnded(let other, let ending):
      guard let consequence = EdgeKind.prerequisite.consequence(of: ending) else {
        return retryCheck(slot)
      }
      return endCheck(slot, Verdict(ending: consequence, cause: .dependency(other)))
    }
  }

  /// Of operations, each requested by the conditions of the previous one.
  static var longestPrerequisiteChain: UInt16 { 1000 }

  /// Sets the depth of a requested operation and those it requested; false if it is too large.
  ///
  /// - Complexity: O(*n*) for *n* operations whose depth increases, at most the limit.
  private mutating func deepen(_ dependency: Slot, below slot: Slot) -> Bool {
    var (next, depth) = (dependency, self[slot].prerequisiteDepth + 1)
    while self[next].prerequisiteDepth < depth {
      self[next].prerequisiteDepth = depth
      guard depth <= Self.longestPrerequisiteChain else { return false }
      guard let further = firstPrerequisite(of: next) else { return true }
      (next, depth) = (further, depth + 1)
    }
    return true
  }

  private mutating func endCheck(_ slot: Slot, _ verdict: Verdict) -> CheckEnd {
    if self[slot].phase == .executing { leaveExecution(slot) }
    endBody(slot, verdict, callerNotifies: true)
    return .ended(verdict)
  }

  /// To the stage before its conditions; releases what it has acquired since.
  private mutating func retreat(_ slot: Slot) -> Bool {
    if self[slot].phase == .executing {
      leaveExecution(slot)
      releaseCategories(slot)
    }
    // It releases its categories itself, so an interruption is no longer needed.
    self[slot].cancelRequest = nil
    self[slot].traits.insert(.needsCheck)
    self[slot].phase = .waiting
    return self[slot].pending == 0
  }

  private mutating func retryCheck(_ slot: Slot) -> CheckEnd {
    if retreat(slot) { advance(slot) }
    return .continues
  }
}
