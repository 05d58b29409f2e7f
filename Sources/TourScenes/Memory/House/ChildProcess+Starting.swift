internal import Foundation
internal import Stagecraft

// How it is started.
extension ChildProcess {
  /// A pipe that other children do not inherit, not even one that is started at this moment: a pair
  /// of sockets can be so from the first on, where Swift knows no such pipes.
  static func makePipe() throws -> (reading: Int32, writing: Int32) {
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

  #if os(Linux)
  private typealias Attributes = posix_spawnattr_t
  #else
  private typealias Attributes = posix_spawnattr_t?
  #endif

  /// The child hears all signals: this may be a thread that hears none, as those of tasks are, and
  /// the child would inherit that.
  private static func makeAttributes() -> Attributes {
    #if os(Linux)
    var attributes = Attributes()
    #else
    var attributes: Attributes = nil
    #endif
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  static func start(
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
    var attributes = makeAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard error == 0 else { throw SystemError(error, "to start \(path)") }
    return process
  }
}
