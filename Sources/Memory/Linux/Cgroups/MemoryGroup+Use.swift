extension MemoryGroup {
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
      // Including descendants, like the total use.
      case .legacy: statistics?["total_inactive_file"] ?? statistics?["inactive_file"]
      }
    return max(0, usage - min(usage, droppable ?? 0))
  }

  private func statistics(of folder: String) -> KeyedNumbers? {
    (try? SmallFile.read("\(folder)/memory.stat")).map(KeyedNumbers.init(parsing:))
  }
}
