#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

/// A program that was started, and that is waited for with `waitpid(2)`.
///
/// Foundation's `Process` waits until all that inherited its descriptors have ended, such as a
/// server that the program leaves behind.
struct SpawnedProgram: Sendable {
  let process: pid_t

  /// Starts a program that is found in `PATH`.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: Its environment.
  ///   - input: The descriptor that it reads, or -1 for nothing.
  ///   - output: The descriptor to which it writes, or -1 for nowhere.
  /// - Throws: ``PostgresProgramFailure``.
  init(
    _ arguments: [String], environment: [String: String], input: Int32 = -1, output: Int32 = -1
  ) throws {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input >= 0 {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if output >= 0 {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, output, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    #if os(Linux)
    // Another test may be starting a Process meanwhile: with its descriptors here, Foundation would
    // not notice that it has ended.
    for descriptor: Int32 in 3..<1_024 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    #endif
    var process: pid_t = 0
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &words, &variables)
    guard error == 0 else {
      throw PostgresProgramFailure(
        program: arguments[0], status: error, output: String(cString: strerror(error)))
    }
    self.process = process
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: Its exit code, or 128 and the number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// The two ends of a pipe that other programs do not inherit.
struct PrivatePipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PostgresProgramFailure(
        program: "pipe", status: errno, output: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
#endif
