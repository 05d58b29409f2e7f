extension MemoryGroup {
  /// How much of its limits the group uses: in the folder of the chain where there is most to fear.
  ///
  /// - Returns: the standing; nil if there is no limit, or no reading it.
  package func standing() -> MemoryStanding? {
    chain.compactMap { standing(of: $0) }.max { $1.isTighter(than: $0) }
  }

  /// The smallest limit that holds for the group, in bytes; nil: there is none.
  package func effectiveLimit() -> Int? {
    chain.compactMap { limits(of: $0)?.lowest }.min()
  }

  /// The limits of one folder; nil if it has none.
  package func limits(of folder: String) -> Limits? {
    switch version {
    case .unified:
      return Limits(
        hard: number("memory.max", in: folder), soft: number("memory.high", in: folder))
    case .legacy:
      // The group's statistics know of limits above it, and of those that cannot be seen here.
      let own = number("memory.limit_in_bytes", in: folder)
      let inherited = MemoryLimit.bytes(statistics(of: folder)?["hierarchical_memory_limit"])
      return Limits(hard: [own, inherited].compactMap { $0 }.min(), soft: nil)
    }
  }

  /// How much of its own limits a folder of the chain uses.
  private func standing(of folder: String) -> MemoryStanding? {
    guard let limits = limits(of: folder), let usage = usage(of: folder) else { return nil }
    return limits.standing(of: workingSet(of: folder, usage: usage))
  }

  /// What a folder's processes use, in bytes; nil if it does not tell.
  package func usage(of folder: String) -> Int? {
    number(version == .unified ? "memory.current" : "memory.usage_in_bytes", in: folder)
  }

  /// What a folder's processes use, without what the kernel drops as soon as it needs room.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - usage: What they use in all.
  /// - Returns: The working set, in bytes.
  package func workingSet(of folder: String, usage: Int) -> Int {
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
