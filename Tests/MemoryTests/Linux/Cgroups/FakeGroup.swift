@testable import StagecraftMemory

/// Files that imitate those of the kernel, with this process in one of the cgroups.
///
/// Version 1 as an unprivileged container sees it: the kernel sends no events.
final class FakeGroup: @unchecked Sendable {  // guard: one thread uses it
  let version: MemoryGroup.Version
  let root: TemporaryRoot
  /// The group of the process, below the mount point.
  private(set) var name: String
  /// The usage of the process's group, in bytes.
  private(set) var used = 0

  /// - Parameters:
  ///   - version: The version of the files.
  ///   - limit: The hard limit of the process's group; nil for none.
  ///   - name: The name of the process's group.
  /// - Throws: The error of the system.
  init(_ version: MemoryGroup.Version, limit: Int?, name: String = "desk") throws {
    self.version = version
    self.name = name
    root = try TemporaryRoot([
      "/proc/self/mountinfo": version == .unified
        ? "35 23 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
        : "35 23 0:30 / /sys/fs/cgroup rw - cgroup cgroup rw,memory\n"
    ])
    try add(name, limit: limit)
    try move(to: name)
  }

  /// Creates a group.
  func add(_ name: String, limit: Int?) throws {
    switch version {
    case .unified:
      try write("memory.stat", "inactive_file 0\n", in: name)
      try write("memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", in: name)
      try write("memory.high", "max\n", in: name)
    case .legacy:
      try write("memory.oom_control", "under_oom 0\noom_kill 0\n", in: name)
    }
    try setLimit(limit, of: name)
    try use(0, in: name)
  }

  /// Moves the process to a group.
  func move(to name: String) throws {
    self.name = name
    let line = version == .unified ? "0::/\(name)\n" : "4:memory:/\(name)\n"
    try root.write("/proc/self/cgroup", line)
  }

  func setLimit(_ limit: Int?, of name: String? = nil) throws {
    switch version {
    case .unified:
      try write("memory.max", limit.map { "\($0)\n" } ?? "max\n", in: name)
    case .legacy:
      let text = limit.map { "\($0)" } ?? "9223372036854771712"
      try write("memory.limit_in_bytes", text + "\n", in: name)
      try write(
        "memory.stat", "hierarchical_memory_limit \(text)\ntotal_inactive_file 0\n", in: name)
    }
  }

  func use(_ bytes: Int, in name: String? = nil) throws {
    used = bytes
    try write(useFile, "\(bytes)\n", in: name)
  }

  /// The file that contains the usage, in the directory of the limits.
  var useFile: String { version == .unified ? "memory.current" : "memory.usage_in_bytes" }
  var limitFiles: [String] {
    version == .unified ? ["memory.max", "memory.high"] : ["memory.limit_in_bytes", "memory.stat"]
  }

  /// Replaces a file of the process's group by a folder.
  func replaceWithFolder(_ file: String) throws {
    try root.remove("/sys/fs/cgroup/\(name)/\(file)")
    try root.write("/sys/fs/cgroup/\(name)/\(file)/something", "")
  }

  func write(_ file: String, _ text: String, in name: String? = nil) throws {
    try root.write("/sys/fs/cgroup/\(name ?? self.name)/\(file)", text)
  }

  /// Watches the process's group, under the control of the test.
  func makeWatcher(_ reporter: PressureReporter) throws -> any Watcher {
    let group = try MemoryGroup.own(in: root.surroundings)
    switch version {
    case .unified:
      return try GroupEventsWatcher(group, reporter: reporter)
    case .legacy:
      return LegacyWatcher(
        group, counters: nil, surroundings: root.surroundings, reporter: reporter)
    }
  }
}
