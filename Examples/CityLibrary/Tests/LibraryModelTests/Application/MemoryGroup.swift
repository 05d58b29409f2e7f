import Foundation

/// A control group of the kernel that limits memory, of version 1 or 2.
final class MemoryGroup: Sendable {
  /// A group in which others can be created, if this machine has one.
  private static let parent: String? = {
    let lines = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      let isOld = parts[1].split(separator: ",").contains("memory")
      guard isOld || parts[0] == "0" else { continue }
      var folder = URL(fileURLWithPath: "/sys/fs/cgroup\(isOld ? "/memory" : "")\(parts[2])")
      // Version 2: one whose children have the controller.
      while !isOld, folder.path != "/sys/fs", !has(folder, "cgroup.subtree_control", "memory") {
        folder.deleteLastPathComponent()
      }
      if isOld || folder.path != "/sys/fs", FileManager.default.isWritableFile(atPath: folder.path)
      {
        return folder.path
      }
    }
    return nil
  }()

  /// Whether processes can be moved into a group that is made here.
  static let canBeMade: Bool = {
    guard parent != nil, let group = try? MemoryGroup() else { return false }
    defer { group.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = group.command + ["true"]
    guard (try? group.limit(to: 64 << 20)) != nil, (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private let folder: String
  private let isUnified: Bool

  init() throws {
    folder = (Self.parent ?? "") + "/city-library-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    isUnified = !FileManager.default.fileExists(atPath: folder + "/memory.limit_in_bytes")
  }

  /// Ends what runs in it, and removes it.
  func remove() {
    while rmdir(folder) != 0, errno == EBUSY {
      for process in read("cgroup.procs").split(separator: "\n").compactMap({ pid_t($0) }) {
        kill(process, SIGKILL)
      }
    }
  }

  /// A command that moves a program into the group before its first instruction.
  var command: [String] {
    ["/bin/sh", "-c", #"echo $$ > "$0/cgroup.procs" && exec "$@""#, folder]
  }

  func limit(to bytes: Int) throws {
    try "\(bytes)".write(
      toFile: "\(folder)/\(isUnified ? "memory.max" : "memory.limit_in_bytes")",
      atomically: false, encoding: .utf8)
  }

  /// What limits the memory, and how often it was reached.
  var mechanism: String {
    (isUnified ? "memory.max (version 2)" : "memory.limit_in_bytes (version 1)")
      + ", reached \(hits) times"
  }

  /// How often the limit was reached.
  var hits: Int {
    isUnified ? number("max ", in: "memory.events") : Int(read("memory.failcnt")) ?? 0
  }

  var usage: Int { Int(read(isUnified ? "memory.current" : "memory.usage_in_bytes")) ?? 0 }

  /// Without the pages of files, which the kernel can drop.
  var anonymous: Int { number(isUnified ? "anon " : "total_rss ", in: "memory.stat") }

  /// How many processes the kernel has killed in it.
  var kills: Int { number("oom_kill ", in: isUnified ? "memory.events" : "memory.oom_control") }

  private func number(_ key: String, in name: String) -> Int {
    let line = read(name).split(separator: "\n").first { $0.hasPrefix(key) }
    return line.flatMap { Int($0.dropFirst(key.count)) } ?? 0
  }

  private func read(_ name: String) -> String {
    let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func has(_ folder: URL, _ name: String, _ word: String) -> Bool {
    let path = folder.appending(path: name).path
    return (try? String(contentsOfFile: path, encoding: .utf8))?.contains(word) ?? false
  }
}
