/// How much memory somebody uses, and how much of it they may.
package struct MemoryStanding: Sendable, Hashable {
  /// Whose memory it is.
  package enum Scope: Sendable, Hashable {
    /// That of a group of processes, which the kernel limits.
    case group
    /// That of the whole machine.
    case machine
  }

  /// Whose memory it is.
  package var scope: Scope

  /// What is in use and cannot be dropped at once: without what was read from files and not used
  /// again, which the kernel drops as soon as it needs room.
  package var workingSet: Int

  /// What may be in use: what is slowed down above it, or ended, whichever comes first.
  package var limit: Int

  /// Whether the kernel ends processes above the limit; else it slows them down.
  package var isHard: Bool

  package init(scope: Scope, workingSet: Int, limit: Int, isHard: Bool = true) {
    self.scope = scope
    self.workingSet = max(0, workingSet)
    self.limit = max(1, limit)
    self.isHard = isHard
  }

  /// The standing of a machine.
  package init(_ machine: MachineMemory) {
    self.init(scope: .machine, workingSet: machine.used, limit: machine.total)
  }

  /// The share of the limit that is in use.
  package var share: Double { Double(workingSet) / Double(limit) }

  /// What the share alone says, without any event.
  package var level: PressureLevel {
    switch share {
    case ..<Self.shares[0]: .normal
    case ..<Self.shares[1]: .elevated
    case ..<Self.shares[2]: .high
    // Nobody is ended for being slow.
    default: isHard ? .critical : .high
    }
  }

  /// Whether there is more to fear here than there.
  ///
  /// The level decides: at its soft limit a program may live for ever, short of a hard one it may not.
  package func isTighter(than other: MemoryStanding) -> Bool {
    level == other.level ? share > other.share : level > other.level
  }

  /// The shares from which pressure is elevated, high, and critical.
  package static let shares = [0.75, 0.85, 0.95]

  /// What is to be given back, so that seven tenths of the limit are in use: clearly below the share
  /// from which pressure is elevated, or it would be back at once.
  ///
  /// If no more than that is in use, a small share of it: something is to be done about an event even
  /// if there is room.
  package var target: Int {
    let goal = Int((Double(limit) * 0.7).rounded())
    return max(workingSet - goal, workingSet / 20, 0)
  }
}
