/// The counters to which the kernel adds on events of a cgroup of version 1.
///
/// Only a process that may write to its cgroup gets them: a service, or a privileged container.
struct LegacyCounters: Sendable {
  private static let levels: [(name: String, level: PressureLevel)] = [
    ("low", .elevated), ("medium", .high), ("critical", .critical),
  ]

  /// Count how often the kernel reclaimed memory with that much difficulty.
  let levels: [(counter: FileDescriptor, level: PressureLevel)]

  /// Counts how often the use passed a threshold, in either direction, and how often the kernel
  /// found no memory at all.
  let usage: FileDescriptor

  /// Whether the kernel signals the use of each limit.
  ///
  /// It signals nothing for an ancestor that belongs to another user.
  let signalsUse: Bool

  /// Requests signals for `group`, and for its ancestors with a limit; a refusal for those does not
  /// throw.
  ///
  /// When the memory of an ancestor is reclaimed, only the ancestor is notified.
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
    // Not for the root cgroup, which is never out of memory by itself.
    try? Self.register(usage, LegacyWatcher.killFile, "", in: group.directory)
    var signalsUse = true
    for folder in group.chain {
      guard let limit = group.limits(of: folder)?.hard else { continue }
      // One counter serves all of them: its handler examines everything anyway.
      do throws(SystemError) {
        for bytes in Self.thresholds(limit) {
          try Self.register(usage, "memory.usage_in_bytes", "\(bytes)", in: folder)
        }
      } catch {
        signalsUse = false
      }
      guard folder != group.directory else { continue }
      for (counter, level) in zip(levels, Self.levels) {
        try? Self.register(counter.counter, "memory.pressure_level", level.name, in: folder)
      }
    }
    self.signalsUse = signalsUse
  }

  /// Returns the thresholds of use: every hundredth of the limit from the first level on.
  ///
  /// Thresholds at the levels themselves do not suffice. The kernel compares the total use, but
  /// memory that it can drop does not count for a level: if there is any of that, each level is
  /// reached a moment after its threshold was passed, and would be seen at the next threshold only;
  /// the last level never.
  static func thresholds(_ limit: Int) -> [Int] {
    let first = Int((LimitUse.shares[0] * 100).rounded())
    return (first..<100).map { limit / 100 * $0 + limit % 100 * $0 / 100 }
  }

  /// Asks the kernel to add to `counter` when `file` reaches `argument`.
  ///
  /// The kernel removes the registration when the counter is closed, and adds once more when the
  /// cgroup is removed.
  private static func register(
    _ counter: FileDescriptor, _ file: String, _ argument: String, in folder: String
  ) throws(SystemError) {
    let control = try FileDescriptor.open("\(folder)/cgroup.event_control", .write)
    defer { control.close() }
    let watched = try FileDescriptor.open("\(folder)/\(file)", .read)
    defer { watched.close() }
    // Outside of a cgroup file system, any file could have this name.
    guard control.isLegacyGroupFile else {
      throw SystemError.refused("to ask for events in \(folder)")
    }
    try control.write(
      Array("\(counter.number) \(watched.number) \(argument)".utf8) + [0],
      to: "\(folder)/cgroup.event_control")
  }

  var files: [FileDescriptor] { levels.map(\.counter) + [usage] }

  func close() {
    for file in files { file.close() }
  }
}
