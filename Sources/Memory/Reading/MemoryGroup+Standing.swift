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

  /// The limits of one folder; nil if it has none, or they cannot be read.
  package func limits(of folder: String) -> Limits? { try? readLimits(of: folder) }

  /// The limits of one folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The limits; nil if it has none.
  /// - Throws: Why nothing is known of them at the moment.
  func readLimits(of folder: String) throws(SystemError) -> Limits? {
    switch version {
    case .unified:
      return Limits(
        hard: try limit("memory.max", in: folder), soft: try limit("memory.high", in: folder))
    case .legacy:
      // The group's statistics know of limits above it, and of those that cannot be seen here.
      let own = try limit("memory.limit_in_bytes", in: folder)
      let text = try read("memory.stat", in: folder)
      let inherited = MemoryLimit.bytes(
        text.flatMap { KeyedNumbers(parsing: $0)["hierarchical_memory_limit"] })
      return Limits(hard: [own, inherited].compactMap { $0 }.min(), soft: nil)
    }
  }

  /// How much of its own limits a folder of the chain uses.
  private func standing(of folder: String) -> MemoryStanding? {
    guard let limits = limits(of: folder), let usage = usage(of: folder) else { return nil }
    return limits.standing(of: workingSet(of: folder, usage: usage))
  }

  /// What a folder's processes use, in bytes; nil if it does not tell.
  package func usage(of folder: String) -> Int? { try? readUsage(of: folder) }

  /// What a folder's processes use, in bytes; nil if the file says something else.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The bytes.
  /// - Throws: Why the file cannot be read.
  func readUsage(of folder: String) throws(SystemError) -> Int? {
    let file = version == .unified ? "memory.current" : "memory.usage_in_bytes"
    return MemoryLimit.bytes(parsing: try SmallFile.read("\(folder)/\(file)"))
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

  /// A limit; nil if there is none.
  private func limit(_ file: String, in folder: String) throws(SystemError) -> Int? {
    guard let text = try read(file, in: folder) else { return nil }
    guard MemoryLimit.isOne(text) else {
      throw SystemError.refused("to understand \(folder)/\(file)")
    }
    return MemoryLimit.bytes(parsing: text)
  }

  /// What is in a file; nil if it is not there, or not for us.
  private func read(_ file: String, in folder: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try SmallFile.read("\(folder)/\(file)")
    } catch {
      if error.isAbsence || error.isRefusal { return nil }
      throw error
    }
  }
}
