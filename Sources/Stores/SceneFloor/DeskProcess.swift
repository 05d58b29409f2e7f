internal import StageFloor
internal import Synchronization

/// A failure of the scene itself.
package struct SceneError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// A desk as its parent sees it: a process that reads orders and writes answers, a line each.
package final class DeskProcess: Sendable {
  package let name: String
  private let process: pid_t
  private let socket: Int32
  private let answers: AsyncStream<String>
  private let hasEnded = Mutex(false)

  /// Starts a desk.
  ///
  /// - Parameters:
  ///   - name: The branch.
  ///   - path: Where the desk finds its files.
  /// - Throws: ``SceneError`` if it cannot be started.
  package init(_ name: String, at path: String) throws {
    self.name = name
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SceneError(description: "No socket could be made.")
    }
    socket = ends[0]
    process = try Self.start(name, path, socket: ends[1])
    close(ends[1])
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    answers = stream
    readLines(ends[0], continuation)
  }

  deinit {
    kill()
    close(socket)
  }

  private static func start(_ name: String, _ path: String, socket: Int32) throws -> pid_t {
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
    let program = executablePath()
    let command: [String] = [program, "desk", name, path]
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, nil, &words, environ)
    guard error == 0 else {
      throw SceneError(
        description: "The desk could not be started: \(String(cString: strerror(error))).")
    }
    return process
  }

  /// Gives an order without waiting for its answer.
  package func order(_ order: String) {
    writeLine(order, to: socket)
  }

  /// The next answer.
  package func answer() async throws -> String {
    for await line in answers { return line }
    throw SceneError(description: "The desk \(name) has ended.")
  }

  /// Gives an order, and waits for its answer.
  package func ask(_ order: String) async throws -> String {
    self.order(order)
    return try await answer()
  }

  /// Stops the process, and returns once it is stopped.
  package func pause() {
    _ = Self.signal(process, SIGSTOP)
    var status: Int32 = 0
    while waitpid(process, &status, WUNTRACED) < 0, errno == EINTR {}
  }

  package func goOn() { _ = Self.signal(process, SIGCONT) }

  /// Kills the process, and returns once it has ended.
  package func kill() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    _ = Self.signal(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func signal(_ process: pid_t, _ number: Int32) -> Int32 {
    systemKill(process, number)
  }
}

private func systemKill(_ process: pid_t, _ number: Int32) -> Int32 { kill(process, number) }

/// Writes a line at once.
package func writeLine(_ text: String, to descriptor: Int32) {
  let line = Array((text + "\n").utf8)
  line.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
}

/// Reads lines on a thread of its own, until the other end is closed.
package func readLines(_ descriptor: Int32, _ lines: AsyncStream<String>.Continuation) {
  onThread {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        lines.yield(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
    }
    lines.finish()
  }
}

private func onThread(_ body: @escaping @Sendable () -> Void) {
  precondition(startThread(named: "lines", body), "The system cannot start a thread.")
}

private func executablePath() -> String {
  #if os(Linux)
  "/proc/self/exe"
  #else
  CommandLine.arguments[0]
  #endif
}
