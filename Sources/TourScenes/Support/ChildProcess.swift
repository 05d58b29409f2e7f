internal import Foundation
internal import Stagecraft

/// A process that this one starts, and that ends with it.
///
/// Its methods block their thread, each with a time limit.
final class ChildProcess: Sendable {
  enum Ending: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It had not ended when the wait ended.
    case unknown
  }

  /// How long a killed process may take to end: the kernel may have a lot of memory to free.
  static let grace = Duration.seconds(15)
  let process: pid_t
  /// The input and output of the child; nothing is written to it.
  private let socket: Int32
  private let pending = Locked<[UInt8]>([])
  private let ending = Locked<Ending?>(nil)

  init(
    _ path: String, _ arguments: some Collection<String>, environment: [String: String]
  ) throws {
    // Unlike a pipe, a socket pair can be created such that no other child ever inherits it.
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SystemError(errno, "to make a socket")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    socket = ends[0]
    defer { close(ends[1]) }
    do {
      process = try Self.start([path] + arguments, environment, socket: ends[1])
    } catch {
      close(socket)
      throw error
    }
  }

  deinit {
    end()
    _ = waitForEnd(until: .now + Self.grace)
    close(socket)
  }

  private static func start(
    _ command: [String], _ environment: [String: String], socket: Int32
  ) throws -> pid_t {
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
    // The threads of tasks block signals, and the child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, command[0], &actions, &attributes, &words, &variables)
    guard error == 0 else { throw SystemError(error, "to start \(command[0])") }
    return process
  }

  /// Reads lines until the output ends or the time is over, and returns whether the output ended.
  @available(*, noasync)
  func readLines(until end: ContinuousClock.Instant, _ body: ([UInt8]) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while .now < end {
      var one = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let rest = (end - .now).milliseconds
      guard poll(&one, 1, Int32(max(0, min(rest + 1, 1_000_000)))) > 0 else { continue }
      let count = read(socket, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      let lines = pending.withLock { pending -> [[UInt8]] in
        pending += buffer[..<count]
        var parts = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        pending = Array(parts.removeLast())
        return parts.map { Array($0) }
      }
      for line in lines { body(line) }
    }
    return false
  }

  /// Waits until the process has ended or the time is over.
  func waitForEnd(until end: ContinuousClock.Instant) -> Ending {
    while true {
      if let ending = reap() { return ending }
      guard .now < end else { return .unknown }
      usleep(2_000)
    }
  }

  private func reap() -> Ending? {
    ending.withLock { ending in
      if let ending { return ending }
      var status: Int32 = 0
      let found = waitpid(process, &status, WNOHANG)
      let signal = status & 0x7F
      if found == process {
        ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
      } else if found < 0, errno == ECHILD {
        ending = .unknown
      }
      return ending
    }
  }

  /// Kills the process, unless it has ended.
  func end() {
    ending.withLock { if $0 == nil { _ = kill(process, SIGKILL) } }
  }

  /// Its resident memory; nil after its end, or if it cannot be read on this system.
  var resident: Int? {
    guard let text = try? SmallFile.read("/proc/\(process)/statm"),
      let pages = ProcessPages(parsing: text)
    else { return nil }
    return pages.resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// What Linux reports about it, to explain why it does not end.
  var facts: [String] {
    let wanted = ["State:", "VmRSS:", "Threads:", "SigBlk:"]
    let status = lines(ofFile: "/proc/\(process)/status")
    return ["process \(process)"] + status.filter { line in wanted.contains { line.hasPrefix($0) } }
  }
}

/// The lines of a file of the system; none if it cannot be read.
func lines(ofFile path: String, limit: Int = 1 << 16) -> [String] {
  String(decoding: (try? SmallFile.read(path, limit: limit)) ?? [], as: UTF8.self)
    .split(separator: "\n").map { String($0.replacing("\t", with: " ")) }
}
