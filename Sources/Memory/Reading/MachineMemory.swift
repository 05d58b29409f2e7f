/// How much memory the machine has and how much of it is available, from `/proc/meminfo`.
package struct MachineMemory: Sendable, Hashable {
  /// All of it, in bytes.
  package var total: Int
  /// What programs can have without swapping, in bytes.
  package var available: Int

  /// Reads the text; nil if it does not tell both.
  ///
  /// Before Linux 3.14, and in some containers, there is no `MemAvailable`: then what is free and
  /// what is in caches stands for it.
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

  /// What is in use, in bytes.
  package var used: Int { total - available }

  /// The machine's memory now; nil where it cannot be read.
  package static func read(in surroundings: PressureSurroundings) -> MachineMemory? {
    guard let text = try? SmallFile.read(surroundings.root + "/proc/meminfo") else { return nil }
    return MachineMemory(parsing: text)
  }
}
