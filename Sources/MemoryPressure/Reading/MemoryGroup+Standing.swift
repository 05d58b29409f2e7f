extension MemoryGroup {
  /// How much of its limits the group uses: in the folder of the chain where there is most to fear.
  ///
  /// - Returns: the standing; nil if there is no limit, or no reading it.
  package func standing() -> MemoryStanding? {
    chain.compactMap { standing(of: $0) }.max { $1.isTighter(than: $0) }
  }

  /// The smallest limit that holds for the group, in bytes; nil: there is none.
  package func effectiveLimit() -> Int? {
    chain.compactMap { limits(of: $0).map { min($0.hard ?? .max, $0.soft ?? .max) } }.min()
  }

  /// The limits of one folder; nil: it has none.
  ///
  /// - Returns: above `hard`, processes are ended; above `soft`, they are slowed down.
  package func limits(of folder: String) -> (hard: Int?, soft: Int?)? {
    let hard: Int?
    let soft: Int?
    switch version {
    case .unified:
      hard = number("memory.max", in: folder)
      soft = number("memory.high", in: folder)
    case .legacy:
      // The group's statistics know of limits above it, and of those that cannot be seen here.
      let own = number("memory.limit_in_bytes", in: folder)
      let inherited = MemoryLimit.bytes(statistics(of: folder)?["hierarchical_memory_limit"])
      hard = [own, inherited].compactMap { $0 }.min()
      soft = nil
    }
    return hard == nil && soft == nil ? nil : (hard, soft)
  }

  /// How much of its own limits a folder of the chain uses.
  private func standing(of folder: String) -> MemoryStanding? {
    guard let limits = limits(of: folder), let workingSet = workingSet(of: folder) else {
      return nil
    }
    let hard = limits.hard.map {
      MemoryStanding(scope: .group, workingSet: workingSet, limit: $0)
    }
    let soft = limits.soft.map {
      MemoryStanding(scope: .group, workingSet: workingSet, limit: $0, isHard: false)
    }
    guard let hard, let soft else { return hard ?? soft }
    return soft.isTighter(than: hard) ? soft : hard
  }

  /// What a folder's processes use, without what the kernel drops as soon as it needs room.
  package func workingSet(of folder: String) -> Int? {
    let usageFile = version == .unified ? "memory.current" : "memory.usage_in_bytes"
    guard let usage = number(usageFile, in: folder) else { return nil }
    let statistics = statistics(of: folder)
    let droppable =
      switch version {
      case .unified: statistics?["inactive_file"]
      // With the groups below, as the usage is counted.
      case .legacy: statistics?["total_inactive_file"] ?? statistics?["inactive_file"]
      }
    return max(0, usage - min(usage, droppable ?? 0))
  }

  private func statistics(of folder: String) -> KeyedNumbers? {
    (try? SmallFile.read("\(folder)/memory.stat")).map(KeyedNumbers.init(parsing:))
  }

  private func number(_ file: String, in folder: String) -> Int? {
    (try? SmallFile.read("\(folder)/\(file)")).flatMap(MemoryLimit.bytes(parsing:))
  }
}
