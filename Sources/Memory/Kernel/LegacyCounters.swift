/// The counters to which the kernel adds when something happens to a group of version 1.
struct LegacyCounters: Sendable {
  /// One level of the kernel's own, and what it suggests.
  private static let levels: [(name: String, level: PressureLevel)] = [
    ("low", .elevated), ("medium", .high), ("critical", .critical),
  ]

  /// Counts how often the kernel searched for memory, and found it as hard as that.
  let levels: [(counter: FileDescriptor, level: PressureLevel)]

  /// Counts how often usage passed a threshold, in either direction, and how often the kernel found
  /// no memory at all.
  let usage: FileDescriptor

  /// Whether the kernel tells what is in use of each limit.
  ///
  /// It reports nothing of a group above that belongs to another user.
  let tellUse: Bool

  /// Asks the kernel to tell of `group`, and of those above it that have a limit.
  ///
  /// When the memory of a group above is searched, only that one is told of it.
  ///
  /// - Parameter group: the group.
  /// - Throws: why the kernel does not tell of `group`; what it does not tell of those above, one
  ///   has to do without.
  init(_ group: MemoryGroup) throws(SystemError) {
    var opened: [FileDescriptor] = []
    do throws(SystemError) {
      var levels: [(FileDescriptor, PressureLevel)] = []
      for level in Self.levels {
        let counter = try FileDescriptor.eventCounter()
        opened.append(counter)
        try Self.register(counter, "memory.pressure_level", level.name, in: group.directory)
        levels.append((counter, level.level))
      }
      usage = try FileDescriptor.eventCounter()
      opened.append(usage)
      self.levels = levels
    } catch {
      for file in opened { file.close() }
      throw error
    }
    // Not in the outermost group, which is never out of memory by itself.
    try? Self.register(usage, LegacyLookout.killFile, "", in: group.directory)
    var tellUse = true
    for folder in group.chain {
      guard let limit = group.limits(of: folder)?.hard else { continue }
      // The same counter serves all: whoever hears it looks at everything anyway.
      do throws(SystemError) {
        for bytes in Self.thresholds(limit) {
          try Self.register(usage, "memory.usage_in_bytes", "\(bytes)", in: folder)
        }
      } catch {
        tellUse = false
      }
      guard folder != group.directory else { continue }
      for (counter, level) in zip(levels, Self.levels) {
        try? Self.register(counter.counter, "memory.pressure_level", level.name, in: folder)
      }
    }
    self.tellUse = tellUse
  }

  /// The usage at which it is worth a look: every hundredth of the limit from the first level on.
  ///
  /// The levels themselves would not do. The kernel compares all that is in use, but what it can drop
  /// does not count for a level: with ever so little of that, each level is reached a moment after
  /// its threshold was passed, and would be seen at the next one only; the last, never.
  static func thresholds(_ limit: Int) -> [Int] {
    let first = Int((MemoryStanding.shares[0] * 100).rounded())
    return (first..<100).map { limit / 100 * $0 + limit % 100 * $0 / 100 }
  }

  /// Asks the kernel to add to `counter` when `file` reaches `argument`.
  ///
  /// The kernel forgets it when the counter is closed, and adds once more when the group is removed.
  private static func register(
    _ counter: FileDescriptor, _ file: String, _ argument: String, in folder: String
  ) throws(SystemError) {
    let control = try FileDescriptor.open("\(folder)/cgroup.event_control", .write)
    defer { control.close() }
    let watched = try FileDescriptor.open("\(folder)/\(file)", .read)
    defer { watched.close() }
    // Any file could have this name, where the kernel does not look after it.
    guard control.isLegacyGroupFile else {
      throw SystemError.refused("to ask for events in \(folder)")
    }
    try control.write(
      Array("\(counter.number) \(watched.number) \(argument)".utf8) + [0],
      to: "\(folder)/cgroup.event_control")
  }

  /// All that is open.
  var files: [FileDescriptor] { levels.map(\.counter) + [usage] }

  /// Closes the counters.
  func close() {
    for file in files { file.close() }
  }
}
