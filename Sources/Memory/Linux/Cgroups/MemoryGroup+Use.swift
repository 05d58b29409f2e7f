extension MemoryGroup {
  package func usage(of folder: String) -> Int? { try? readUsage(of: folder) }

  func readUsage(of folder: String) throws(SystemError) -> Int? {
    let file = version == .unified ? "memory.current" : "memory.usage_in_bytes"
    return MemoryLimit.bytes(parsing: try SmallFile.read("\(folder)/\(file)"))
  }

  /// The use without what the kernel can drop at any time.
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
