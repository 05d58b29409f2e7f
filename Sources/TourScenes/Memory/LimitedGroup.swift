internal import Foundation
internal import Stagecraft

/// A group of processes with a memory limit, on Linux.
///
/// It is removed when it is dropped, and its processes are killed.
final class LimitedGroup: Sendable {
  private static let prefix = "stagecraft-guest-"
  private static let count = Locked(0)
  private let directory: String
  private let version: MemoryGroup.Version

  /// Creates a cgroup in this process's, or beside it if a cgroup with processes has no children.
  init(limit: Int) throws {
    #if os(Linux)
    let own = try MemoryGroup.own(in: .current)
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    version = own.version
    let name = "\(Self.prefix)\(getpid())-\(number)"
    var made = Result<String, any Error>.failure(SystemError(ENOENT, "to find a parent group"))
    for folder in Self.parents(of: own) where (try? made.get()) == nil {
      made = Result { try Self.make("\(folder)/\(name)", own.version, limit) }
    }
    directory = try made.get()
    #else
    throw SystemError(ENOSYS, "to make a group: only Linux has them")
    #endif
  }

  deinit { remove() }

  private static func make(
    _ directory: String, _ version: MemoryGroup.Version, _ limit: Int
  ) throws -> String {
    guard mkdir(directory, 0o755) == 0 else {
      throw SystemError(errno, "to make the group \(directory)")
    }
    func write(_ text: String, to name: String) throws {
      let file = try FileDescriptor.open("\(directory)/\(name)", .write)
      defer { file.close() }
      try file.write(Array(text.utf8), to: name)
    }
    do {
      switch version {
      case .legacy:
        try write("\(limit)", to: "memory.limit_in_bytes")
        // No swap; a little more than the limit, which is to be met first: only that is counted.
        try? write("\(limit + limit / 16)", to: "memory.memsw.limit_in_bytes")
      case .unified:
        try write("\(limit)", to: "memory.max")
        try? write("0", to: "memory.swap.max")
      }
    } catch {
      rmdir(directory)
      throw error
    }
    return directory
  }

  /// The arguments for `/bin/sh` that put a program into the group before its first instruction.
  func arguments(toStart path: String, _ arguments: [String]) -> [String] {
    ["-c", #"echo $$ > "$0/cgroup.procs" || exit 96; exec "$@""#, directory, path] + arguments
  }

  /// Throws if no group can be made here, or no process brought into it.
  @available(*, noasync)
  static func check() throws {
    let group = try LimitedGroup(limit: 64 << 20)
    let arguments = group.arguments(toStart: "/bin/sh", ["-c", "exit 0"])
    let child = try ChildProcess("/bin/sh", arguments, environment: [:])
    guard child.waitForEnd(until: .now + .seconds(60)) == .exited(0) else {
      throw SystemError(EPERM, "to bring a process into a group")
    }
  }

  /// How many processes the kernel killed because of the limit.
  var kills: Int? { number(in: "memory.oom_control", "oom_kill", or: "memory.events", "oom_kill") }

  /// How often the limit was reached.
  var failures: Int? { number(in: "memory.failcnt", nil, or: "memory.events", "max") }

  /// The most memory that was in use.
  var peak: Int? { number(in: "memory.max_usage_in_bytes", nil, or: "memory.peak", nil) }

  private func number(
    in legacy: String, _ legacyKey: String?, or unified: String, _ unifiedKey: String?
  ) -> Int? {
    let (file, key) = version == .legacy ? (legacy, legacyKey) : (unified, unifiedKey)
    guard let text = try? SmallFile.read("\(directory)/\(file)") else { return nil }
    return key.map { KeyedNumbers(parsing: text)[$0] } ?? MemoryLimit.bytes(parsing: text)
  }

  /// What the kernel tells about the group.
  var facts: [String] {
    let files = [
      "memory.usage_in_bytes", "memory.failcnt", "memory.oom_control", "memory.current",
      "memory.events", "cgroup.procs",
    ]
    return ["group \(directory)"]
      + files.compactMap { file in
        let lines = lines(ofFile: "\(directory)/\(file)")
        return lines.isEmpty ? nil : "\(file): \(lines.joined(separator: ", "))"
      }
  }

  func remove() { Self.remove(directory) }

  private static func remove(_ directory: String) {
    for _ in 0..<1_000 {
      if rmdir(directory) == 0 || errno == ENOENT { return }
      for line in lines(ofFile: "\(directory)/cgroup.procs") {
        if let process = pid_t(line), process > 1, process != getpid() {
          _ = kill(process, SIGKILL)
        }
      }
      usleep(2_000)
    }
  }

  /// The groups that this process has made and not removed.
  static var leftovers: [String] { all.filter { $0.process == getpid() }.map(\.path) }

  /// Removes the groups of processes that have ended.
  static func removeLeftovers() {
    for group in all where kill(group.process, 0) != 0 && errno == ESRCH { remove(group.path) }
  }

  private static var all: [(path: String, process: pid_t)] {
    guard let own = try? MemoryGroup.own(in: .current) else { return [] }
    return parents(of: own).flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
        let number = name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : ""
        return pid_t(number.prefix { $0.isNumber }).map { ("\(folder)/\(name)", $0) }
      }
    }
  }

  private static func parents(of own: MemoryGroup) -> [String] {
    guard own.version == .unified else { return [own.directory] }
    return own.chain.filter { folder in
      lines(ofFile: "\(folder)/cgroup.subtree_control")
        .contains { $0.split(separator: " ").contains("memory") }
    }
  }
}
