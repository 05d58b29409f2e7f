package struct LimitUse: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    case group
    case machine
  }

  package var scope: Scope

  /// The memory in use, without inactive file pages, which the kernel drops as soon as it needs
  /// memory.
  package var workingSet: Int

  /// The limit: the one for throttling or for killing, whichever is tighter.
  package var limit: Int

  /// Whether the kernel kills processes above the limit; otherwise it throttles them.
  package var isHard: Bool

  package init(scope: Scope, workingSet: Int, limit: Int, isHard: Bool = true) {
    self.scope = scope
    self.workingSet = max(0, workingSet)
    self.limit = max(1, limit)
    self.isHard = isHard
  }

  package init(_ machine: MachineMemory) {
    self.init(scope: .machine, workingSet: machine.used, limit: machine.total)
  }

  package var share: Double { Double(workingSet) / Double(limit) }

  /// The level that follows from the share alone, without any event.
  package var level: PressureLevel {
    switch share {
    case ..<Self.shares[0]: .normal
    case ..<Self.shares[1]: .elevated
    case ..<Self.shares[2]: .high
    // A soft limit throttles processes but kills none.
    default: isHard ? .critical : .high
    }
  }

  /// Returns whether this use is more severe than another.
  ///
  /// The level decides: a program may run at its soft limit forever, but not close to a hard one.
  package func isTighter(than other: LimitUse) -> Bool {
    level == other.level ? share > other.share : level > other.level
  }

  package static let shares = [0.75, 0.85, 0.95]

  /// The bytes to release so that seven tenths of the limit are in use: clearly below the share
  /// from which pressure is elevated, or it would return at once.
  ///
  /// If no more than that is in use, a small share of the use: an event needs a response even if
  /// there is room.
  package var target: Int {
    let goal = Int((Double(limit) * 0.7).rounded())
    return max(workingSet - goal, workingSet / 20, 0)
  }
}
