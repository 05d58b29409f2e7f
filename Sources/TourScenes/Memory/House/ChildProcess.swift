internal import Foundation
internal import Stagecraft

/// A process that this one has started, and that ends with it.
///
/// Whatever blocks here blocks its thread: it belongs on a thread of its own.
final class ChildProcess: Sendable {
  /// How a process ended.
  enum Ending: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  private enum Life: Sendable {
    case running
    case reaped(Ending)
  }

  let process: pid_t
  private let output: Int32
  /// While it is open the child has an input; nobody writes to it.
  private let input: Int32
  private let life = Locked(Life.running)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - arguments: without its name.
  ///   - environment: all that it finds there.
  /// - Throws: why it could not be started.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    let inputs = try Self.makePipe()
    let outputs: (reading: Int32, writing: Int32)
    do {
      outputs = try Self.makePipe()
    } catch {
      close(inputs.reading)
      close(inputs.writing)
      throw error
    }
    let started = Result {
      try Self.start(
        path, arguments, environment, input: inputs.reading, output: outputs.writing)
    }
    close(inputs.reading)
    close(outputs.writing)
    input = inputs.writing
    output = outputs.reading
    do {
      process = try started.get()
    } catch {
      close(input)
      close(output)
      throw error
    }
  }

  deinit {
    end()
    _ = waitForEnd()
    close(input)
    close(output)
  }

  /// Reads what the child says, until it says nothing any more.
  @available(*, noasync)
  func readLines(_ body: ([UInt8]) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        body(Array(pending[..<end]))
        pending.removeSubrange(...end)
      }
    }
  }

  /// Waits until it has ended.
  func waitForEnd() -> Ending {
    var info = siginfo_t()
    // It stays to be reaped, so that its number is nobody else's before `life` says that it ended.
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return life.withLock { life in
      if case .reaped(let ending) = life { return ending }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      let ending: Ending =
        signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
      life = .reaped(ending)
      return ending
    }
  }

  /// Whether it has not been waited for to its end.
  var isThere: Bool {
    life.withLock { if case .running = $0 { true } else { false } }
  }

  /// Ends it, as the kernel does with who has too much.
  func end() {
    life.withLock { life in
      if case .running = life { _ = kill(process, SIGKILL) }
    }
  }

  /// How much memory it has; nil where the system does not tell, or when it has ended.
  var resident: Int? {
    guard
      let text = try? SmallFile.read("/proc/\(process)/statm"),
      let pages = ProcessPages(parsing: text)
    else { return nil }
    return pages.resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

// Starting it.
extension ChildProcess {
  /// A pipe that other children do not inherit, not even one that is started at this moment: a pair
  /// of sockets can be so from the first on, where Swift knows no such pipes.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SystemError(errno, "to make a pipe")
    }
    #else
    guard pipe(&ends) == 0 else { throw SystemError(errno, "to make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    return (ends[0], ends[1])
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: Int32,
    output: Int32
  ) throws -> pid_t {
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, nil, &words, &variables)
    guard error == 0 else { throw SystemError(error, "to start \(path)") }
    return process
  }
}
