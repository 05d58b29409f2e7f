package struct MachineMemory: Sendable, Hashable {
  package var total: Int
  package var available: Int

  /// Nil if one of the figures is missing; before Linux 3.14, and in some containers, there is no
  /// `MemAvailable`: then free memory and caches count.
  package init?(parsing text: [UInt8]) {
    let numbers = KeyedNumbers(parsing: text)
    guard let total = numbers["MemTotal"], total > 0 else { return nil }
    self.total = total
    if let available = numbers["MemAvailable"] {
      self.available = min(available, total)
    } else if let free = numbers["MemFree"] {
      var sum = free
      for name in ["Buffers", "Cached"] {
        let (next, overflow) = sum.addingReportingOverflow(numbers[name] ?? 0)
        sum = overflow ? .max : next
      }
      available = min(sum, total)
    } else {
      return nil
    }
  }

  package var used: Int { total - available }

  package static func read(in surroundings: PressureSurroundings) -> MachineMemory? {
    guard let text = try? SmallFile.read(surroundings.root + "/proc/meminfo") else { return nil }
    return MachineMemory(parsing: text)
  }
}
