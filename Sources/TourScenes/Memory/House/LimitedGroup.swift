internal import Foundation
internal import Stagecraft

/// A group of processes that may have so much memory and no more, made for a guest.
///
/// It is removed when it ends or is dropped, with whoever is still in it.
final class LimitedGroup: Sendable {
  let directory: String
  let limit: Int
  private let version: MemoryGroup.Version
  private static let count = Locked(0)

  /// A group below our own, or, where groups with processes have none below them, beside it.
  ///
  /// - Parameter limit: how many bytes.
  /// - Throws: why there can be none here.
  init(limit: Int) throws {
    #if os(Linux)
    let own = try MemoryGroup.own(in: .current)
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    self.limit = limit
    version = own.version
    var found: String?
    var reason: any Error = SystemError(ENOENT, "to find a group that may have others in it")
    for folder in Self.parents(of: own) where found == nil {
      let directory = "\(folder)/\(Self.prefix)\(getpid())-\(number)"
      do {
        try Self.make(directory, own.version, limit)
        found = directory
      } catch {
        reason = error
      }
    }
    guard let found else { throw reason }
    directory = found
    #else
    throw SystemError(ENOSYS, "to make a group: only Linux has them")
    #endif
  }

  deinit { remove() }

  /// The arguments for `/bin/sh` by which a program is in the group before its first instruction.
  func arguments(toStart path: String, _ arguments: [String]) -> [String] {
    let script = #"echo $$ > "$0/cgroup.procs" || exit 96; exec "$@""#
    return ["-c", script, directory, path] + arguments
  }

  /// Whether processes may be brought into it.
  @available(*, noasync)
  var isOpen: Bool {
    let child = try? ChildProcess(
      "/bin/sh", arguments(toStart: "/bin/sh", ["-c", "exit 0"]), environment: [:])
    return child?.waitForEnd(until: .now + .seconds(60)) == .exited(0)
  }

  /// How many processes the kernel ended for want of memory.
  var kills: Int? {
    switch version {
    case .legacy: number("memory.oom_control", "oom_kill")
    case .unified: number("memory.events", "oom_kill")
    }
  }

  /// How often there was no more to be had.
  var failures: Int? {
    switch version {
    case .legacy: number("memory.failcnt", nil)
    case .unified: number("memory.events", "max")
    }
  }

  /// How much was in use at most.
  var peak: Int? {
    switch version {
    case .legacy: number("memory.max_usage_in_bytes", nil)
    case .unified: number("memory.peak", nil)
    }
  }

  /// Ends whoever is in the group, and removes it; again changes nothing.
  func remove() { Self.remove(directory) }

  /// The groups that this process has made and not removed.
  static var leftovers: [String] {
    guard let own = try? MemoryGroup.own(in: .current) else { return [] }
    return parents(of: own).flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }.filter { $0.hasPrefix("\(prefix)\(getpid())-") }
  }

  /// Removes what processes left behind that were ended before they could.
  static func removeLeftovers() {
    guard let own = try? MemoryGroup.own(in: .current) else { return }
    for folder in Self.parents(of: own) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where name.hasPrefix(prefix) {
        let process = pid_t(name.dropFirst(prefix.count).prefix { $0.isNumber })
        guard let process, kill(process, 0) != 0, errno == ESRCH else { continue }
        remove("\(folder)/\(name)")
      }
    }
  }
}

extension LimitedGroup {
  fileprivate static let prefix = "stagecraft-guest-"

  private static func parents(of own: MemoryGroup) -> [String] {
    switch own.version {
    case .legacy: [own.directory]
    case .unified:
      own.chain.filter { folder in
        let text = try? SmallFile.read("\(folder)/cgroup.subtree_control")
        return String(decoding: text ?? [], as: UTF8.self)
          .split(whereSeparator: \.isWhitespace).contains("memory")
      }
    }
  }

  private static func make(
    _ directory: String, _ version: MemoryGroup.Version, _ limit: Int
  ) throws {
    guard mkdir(directory, 0o755) == 0 else {
      throw SystemError(errno, "to make the group \(directory)")
    }
    do {
      switch version {
      case .legacy:
        try write("\(limit)", to: "\(directory)/memory.limit_in_bytes")
        // What is beyond the limit must not go to the disk, where there is room for it. A little
        // more, so that it is the limit above that is met first: of this one nobody counts how often.
        try? write("\(limit + limit / 16)", to: "\(directory)/memory.memsw.limit_in_bytes")
      case .unified:
        try write("\(limit)", to: "\(directory)/memory.max")
        try? write("0", to: "\(directory)/memory.swap.max")
      }
    } catch {
      rmdir(directory)
      throw error
    }
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(path, .write)
    defer { file.close() }
    try file.write(Array(text.utf8), to: path)
  }

  private func number(_ file: String, _ key: String?) -> Int? {
    guard let text = try? SmallFile.read("\(directory)/\(file)") else { return nil }
    guard let key else { return MemoryLimit.bytes(parsing: text) }
    return KeyedNumbers(parsing: text)[key]
  }

  private static func remove(_ directory: String) {
    for _ in 0..<1_000 {
      if rmdir(directory) == 0 || errno == ENOENT { return }
      let text = (try? SmallFile.read("\(directory)/cgroup.procs")) ?? []
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        if let process = pid_t(line), process > 1, process != getpid() {
          _ = kill(process, SIGKILL)
        }
      }
      // The kernel does not tell when the last of them is gone.
      usleep(2_000)
    }
  }
}
