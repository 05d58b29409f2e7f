internal import Foundation
internal import StagecraftMemory

/// A group of processes of version 1 with a limit, created below that of this process.
///
/// Only the owner of that group can create one: on most machines, the superuser.
final class LimitedGroup {
  static let limit = 64 << 20

  let directory: String
  private let root: String

  /// The sources in an environment in which the group is the program's own, although this process is not in it.
  var sources: PressureSources { .automatic(environment: [:], root: root) }

  init() throws {
    guard let own = try Self.own() else { throw NoGroup(reason: "no group of version 1") }
    let name = "stagecraft-bench-\(getpid())"
    directory = own.mountPoint + own.path + "/" + name
    root = NSTemporaryDirectory() + "/stagecraft-bench-\(UUID().uuidString)"
    guard mkdir(directory, 0o755) == 0 else {
      throw NoGroup(reason: String(cString: strerror(errno)))
    }
    try write("memory.limit_in_bytes", "\(Self.limit)")
    try FileManager.default.createDirectory(
      atPath: root + "/proc/self", withIntermediateDirectories: true)
    for folder in ["/sys", "/proc/meminfo"] {
      try FileManager.default.createSymbolicLink(
        atPath: root + folder, withDestinationPath: folder)
    }
    try Data(Self.text("/proc/self/mountinfo").utf8)
      .write(to: URL(fileURLWithPath: root + "/proc/self/mountinfo"))
    try Data("1:memory:\(own.path)/\(name)\n".utf8)
      .write(to: URL(fileURLWithPath: root + "/proc/self/cgroup"))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
    // The kernel can remove a group once its processes have ended, for which it sends no event.
    for _ in 0..<1_000 {
      if rmdir(directory) == 0 || errno != EBUSY { return }
      usleep(1_000)
    }
  }

  func write(_ file: String, _ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: directory + "/" + file))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// A note for readers of the figures.
  static var notes: [String] {
    do {
      _ = try LimitedGroup()
      return []
    } catch {
      return ["event-group is left out: no group of processes can be made here (\(error))."]
    }
  }

  /// The mount point of the groups, and the path of this process's group.
  private static func own() throws -> (mountPoint: String, path: String)? {
    let memberships = text("/proc/self/cgroup").split(separator: "\n")
    let path = memberships.lazy.map { $0.split(separator: ":", omittingEmptySubsequences: false) }
      .first { $0.count == 3 && $0[1].split(separator: ",").contains("memory") }?[2]
    let mounts = text("/proc/self/mountinfo").split(separator: "\n")
    let mount = mounts.first { line in
      line.contains(" - cgroup ") && line.split(separator: " ").last?.contains("memory") == true
    }
    guard let path, let fields = mount?.split(separator: " "), fields.count > 4,
      fields[3] == "/"
    else { return nil }
    return (String(fields[4]), path == "/" ? "" : String(path))
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

/// The reason why there is no such group.
struct NoGroup: Error, CustomStringConvertible {
  let reason: String

  var description: String { reason }
}
