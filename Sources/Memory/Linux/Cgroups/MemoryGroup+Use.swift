extension MemoryGroup {
  /// Returns the use of the tightest limit in the chain.
  ///
  /// - Returns: The use; nil if there is no limit, or it cannot be read.
  package func limitUse() -> LimitUse? {
    chain.compactMap { limitUse(of: $0) }.max { $1.isTighter(than: $0) }
  }

  /// Returns the smallest limit that applies to the cgroup, in bytes; nil if there is none.
  package func effectiveLimit() -> Int? {
    chain.compactMap { limits(of: $0)?.lowest }.min()
  }

  /// Returns the limits of one folder; nil if it has none, or they cannot be read.
  package func limits(of folder: String) -> Limits? { try? readLimits(of: folder) }

  /// Reads the limits of one folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The limits; nil if it has none.
  /// - Throws: The error if they cannot be read at the moment.
  func readLimits(of folder: String) throws(SystemError) -> Limits? {
    switch version {
    case .unified:
      return Limits(
        hard: try limit("memory.max", in: folder), soft: try limit("memory.high", in: folder))
    case .legacy:
      // The statistics include limits of ancestors, even of those that are not visible here.
      let own = try limit("memory.limit_in_bytes", in: folder)
      let text = try read("memory.stat", in: folder)
      let inherited = MemoryLimit.bytes(
        text.flatMap { KeyedNumbers(parsing: $0)["hierarchical_memory_limit"] })
      return Limits(hard: [own, inherited].compactMap { $0 }.min(), soft: nil)
    }
  }

  /// Returns the use of one folder's own limits.
  private func limitUse(of folder: String) -> LimitUse? {
    guard let limits = limits(of: folder), let usage = usage(of: folder) else { return nil }
    return limits.limitUse(of: workingSet(of: folder, usage: usage))
  }

  /// Returns the memory use of a folder's processes, in bytes; nil if it cannot be read.
  package func usage(of folder: String) -> Int? { try? readUsage(of: folder) }

  /// Reads the memory use of a folder's processes.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The bytes; nil if the file contains something else.
  /// - Throws: The error if the file cannot be read.
  func readUsage(of folder: String) throws(SystemError) -> Int? {
    let file = version == .unified ? "memory.current" : "memory.usage_in_bytes"
    return MemoryLimit.bytes(parsing: try SmallFile.read("\(folder)/\(file)"))
  }

  /// Returns the memory use without what the kernel can drop at any time.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - usage: The total use.
  /// - Returns: The working set, in bytes.
  package func workingSet(of folder: String, usage: Int) -> Int {
    let statistics = statistics(of: folder)
    let droppable =
      switch version {
      case .unified: statistics?["inactive_file"]
      // Including descendants, like the usage.
      case .legacy: statistics?["total_inactive_file"] ?? statistics?["inactive_file"]
      }
    return max(0, usage - min(usage, droppable ?? 0))
  }

  private func statistics(of folder: String) -> KeyedNumbers? {
    (try? SmallFile.read("\(folder)/memory.stat")).map(KeyedNumbers.init(parsing:))
  }

  /// Reads a limit; nil if there is none.
  private func limit(_ file: String, in folder: String) throws(SystemError) -> Int? {
    guard let text = try read(file, in: folder) else { return nil }
    guard MemoryLimit.isOne(text) else {
      throw SystemError.refused("to understand \(folder)/\(file)")
    }
    return MemoryLimit.bytes(parsing: text)
  }

  /// Reads a file; nil if it does not exist or is not accessible.
  private func read(_ file: String, in folder: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try SmallFile.read("\(folder)/\(file)")
    } catch {
      if error.isAbsence || error.isRefusal { return nil }
      throw error
    }
  }
}
