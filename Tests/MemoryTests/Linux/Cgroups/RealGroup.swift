import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

/// A cgroup with a limit, created for a test: a child of the process's own cgroup in version 1, a
/// sibling in version 2, where a cgroup with processes has no children.
///
/// Creating one needs write access to the hierarchy, which usually only the superuser has.
final class RealGroup: Sendable {
  static let limit = 64 << 20

  /// The version of the groups that can be created here; nil if none can.
  static let possibleVersion: MemoryGroup.Version? = {
    if canBeMade { return .legacy }
    guard let group = try? RealGroup(.unified) else { return nil }
    return (try? group.removeSynchronously()) != nil ? .unified : nil
  }()

  /// Whether groups of version 1 can be created here, with events from the kernel.
  static let canBeMade: Bool = {
    guard let group = try? RealGroup() else { return false }
    let hasSignals = KernelProbe.sendsEvents(for: group.group)
    return (try? group.removeSynchronously()) != nil && hasSignals
  }()

  let group: MemoryGroup
  private let processes = Locked<[Process]>([])
  private let pipes = Locked<[Pipe]>([])
  private let files = Locked<[URL]>([])

  init(_ version: MemoryGroup.Version = .legacy) throws {
    let own = try MemoryGroup.own(in: .current)
    guard own.version == version, let parent = Self.parent(of: own) else {
      throw PressureSourceError("no cgroup of that version can be created here")
    }
    let directory = "\(parent)/stagecraft-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    group = MemoryGroup(version: version, directory: directory, mountPoint: own.mountPoint)
    do {
      try setLimit(Self.limit)
      // Memory beyond the limit must not be swapped out to a disk with room.
      if version == .unified { try? write("memory.swap.max", "0") }
    } catch {
      rmdir(directory)
      throw error
    }
  }

  /// The folder in which a group can be created.
  private static func parent(of own: MemoryGroup) -> String? {
    guard own.version == .unified else { return own.directory }
    return own.chain.first { folder in
      let text = try? SmallFile.read("\(folder)/cgroup.subtree_control")
      return String(decoding: text ?? [], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).contains("memory")
    }
  }

  /// Sets the limit, which is possible while the group is in use.
  func setLimit(_ bytes: Int) throws {
    guard group.version == .legacy else { return try write("memory.max", "\(bytes)") }
    // The limit of both together is never below that of the memory alone.
    try? write("memory.memsw.limit_in_bytes", "-1")
    try write("memory.limit_in_bytes", "\(bytes)")
    try? write("memory.memsw.limit_in_bytes", "\(bytes)")
  }

  /// The usage, in bytes.
  var usage: Int { group.usage(of: group.directory) ?? 0 }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    try GroupPressure(group).watch(reporter)
  }

  deinit {
    try? removeSynchronously()
    for file in files.value { try? FileManager.default.removeItem(at: file) }
  }

  func write(_ file: String, _ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: group.path(file)))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Starts a process in the group that allocates this many bytes and keeps them until it ends, and
  /// waits until it has written to all of them.
  ///
  /// - Throws: If the process ends before, for example because the kernel has killed it.
  func hold(_ bytes: Int) async throws {
    // Before it writes the first byte, it has filled its buffer. A pipe cannot hold that much, so
    // it keeps the buffer.
    try await runUntilOutput("exec dd if=/dev/zero bs=$2 count=1 iflag=fullblock", "\(bytes)")
  }

  /// Starts a process in the group that allocates more than the limit, for which the kernel kills it.
  func exceedLimit() throws {
    try run("exec dd if=/dev/zero of=/dev/null bs=$2 count=1", ["\(Self.limit / 4 * 5)"])
  }

  /// Makes a process in the group read a file repeatedly that is too large to be cached.
  func reread(_ file: String, bytes: Int) throws {
    try run(
      """
      head -c \(bytes) /dev/zero > \(file)
      exec 3< \(file); rm \(file)
      for reader in 1 2 3; do
        (while cat /proc/self/fd/3 > /dev/null; do :; done) &
      done
      wait
      """)
  }

  /// Caches this many bytes of a new file on the group's account; the kernel can drop them.
  func cache(_ bytes: Int) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("stagecraft-\(UUID().uuidString)")
    files.update { $0.append(file) }
    try await runUntilOutput(
      #"head -c "$2" /dev/zero > "$3" && echo cached"#, "\(bytes)", file.path)
  }

  /// Runs a script in a shell in the group, and waits until it writes its first byte.
  private func runUntilOutput(_ script: String, _ arguments: String...) async throws {
    let pipe = Pipe()
    // The process ends if it writes to a pipe that has been closed.
    pipes.update { $0.append(pipe) }
    try run(script, arguments, output: pipe)
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let count = try await onThread {
      var byte: UInt8 = 0
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&one, 1, 60_000) < 0, errno == EINTR {}
      return one.revents == 0 ? -1 : read(descriptor, &byte, 1)
    }
    try #require(count >= 0, "the process has written nothing for a minute")
    try #require(count == 1, "the process ended before it had its memory")
  }

  /// Runs a script in a shell in the group; its arguments are `$2`, `$3` and so on.
  private func run(_ script: String, _ arguments: [String] = [], output: Pipe? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "echo $$ > \"$1/cgroup.procs\" || exit 1\n\(script)", "sh", group.directory]
      + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    processes.update { $0.append(process) }
  }

  /// Ends all processes in the group.
  func end() { TestCgroup(group.directory).killProcesses() }

  /// Ends all processes in the group, and removes it.
  func remove() async throws {
    try await onThread { try self.removeSynchronously() }
  }

  private func removeSynchronously() throws {
    guard TestCgroup(group.directory).remove() else {
      throw PressureSourceError("the group \(group.directory) is still in use")
    }
  }
}
