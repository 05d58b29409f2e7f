import Foundation
import Stagecraft
import TestSupport

@testable import StagecraftTourScenes

/// A cgroup with a memory limit, on Linux.
///
/// It is removed when it is released, and its processes are killed.
final class LimitedGroup: Sendable {
  private static let prefix = "stagecraft-guest-"
  private static let count = Locked(0)
  private let directory: String
  private let version: MemoryGroup.Version

  /// Creates a cgroup in that of this process, or in the nearest one above that allows it.
  init(limit: Int) throws {
    let own = try MemoryGroup.own(in: .current)
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    let name = "\(Self.prefix)\(getpid())-\(number)"
    var made = Result<String, any Error>.failure(SystemError(ENOENT, "to find a parent cgroup"))
    for parent in Self.parents(of: own) where (try? made.get()) == nil {
      made = Result { try Self.make("\(parent)/\(name)", own.version, limit) }
    }
    (version, directory) = (own.version, try made.get())
  }

  deinit { remove() }

  private static func make(
    _ directory: String, _ version: MemoryGroup.Version, _ limit: Int
  ) throws -> String {
    guard mkdir(directory, 0o755) == 0 else {
      throw SystemError(errno, "to create the cgroup \(directory)")
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
        // No swap. This limit is a little higher, because only reaching the other one is counted.
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

  /// A command that moves a program into the cgroup before its first instruction.
  func command(toStart program: String) -> [String] {
    ["/bin/sh", "-c", #"echo $$ > "$0/cgroup.procs" || exit 96; exec "$@""#, directory, program]
  }

  /// Throws if no cgroup can be created here, or no process moved into it.
  @available(*, noasync)
  static func check() throws {
    let group = try LimitedGroup(limit: 64 << 20)
    let command = group.command(toStart: "/bin/sh") + ["-c", "exit 0"]
    let child = try ChildProcess(command[0], command.dropFirst(), environment: [:])
    guard child.waitForEnd(until: .now + .seconds(60)) == .exited(0) else {
      throw SystemError(EPERM, "to move a process into a cgroup")
    }
  }

  /// How many processes the kernel killed because of the limit.
  var kills: Int? { number(in: "memory.oom_control", "oom_kill", or: "memory.events", "oom_kill") }

  /// How often the limit was reached.
  var failures: Int? { number(in: "memory.failcnt", nil, or: "memory.events", "max") }

  /// The highest memory use.
  var peak: Int? { number(in: "memory.max_usage_in_bytes", nil, or: "memory.peak", nil) }

  private func number(
    in legacy: String, _ legacyKey: String?, or unified: String, _ unifiedKey: String?
  ) -> Int? {
    let (file, key) = version == .legacy ? (legacy, legacyKey) : (unified, unifiedKey)
    guard let text = try? SmallFile.read("\(directory)/\(file)") else { return nil }
    return key.map { KeyedNumbers(parsing: text)[$0] } ?? MemoryLimit.bytes(parsing: text)
  }

  func remove() { TestCgroup(directory).remove() }

  /// The cgroups that this process has created and not removed.
  static var leftovers: [String] { all.filter { $0.process == getpid() }.map(\.path) }

  /// Removes the cgroups of processes that have ended.
  static func removeLeftovers() {
    for group in all where kill(group.process, 0) != 0 && errno == ESRCH {
      TestCgroup(group.path).remove()
    }
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

/// The files that a guest runs from.
///
/// A page of a file is charged to the cgroup that reads it first. If that were the guest's, the
/// kernel would evict its instructions at the limit and read them again, and neither kill it nor let
/// it proceed. So this process reads them first.
enum ProgramFiles {
  @available(*, noasync)
  static func read(for program: String) {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let shared = lines(ofFile: "/proc/self/maps", limit: 1 << 23).compactMap { line in
      // Address, rights, offset, device, inode, path.
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, fields[1].contains("x") else { return String?.none }
      let path = String(fields[5].drop { $0 == " " })
      return path.hasPrefix("/") && path != own ? path : nil
    }
    for path in Set(shared + [program]) {
      guard let file = FileHandle(forReadingAtPath: path) else { continue }
      while let bytes = try? file.read(upToCount: 1 << 20), !bytes.isEmpty {}
    }
  }
}
