#if SQLite && PostgreSQL
import Foundation

/// A process that the storm starts, kills and stops.
struct Program: Sendable {
  let identifier: pid_t

  /// Starts a program that is found in `PATH`.
  init(_ arguments: [String], output: Int32? = nil) throws(TableStormError) {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else if arguments[0] == "psql" || arguments[0] == "sqlite3" {
      // What they say about faults is expected.
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var child: pid_t = 0
    let error = posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ)
    guard error == 0 else {
      throw TableStormError("\(arguments[0]) was not started: \(String(cString: strerror(error))).")
    }
    identifier = child
  }

  /// Starts this program again.
  init(again arguments: [String]) throws(TableStormError) {
    try self.init([Bundle.main.executablePath ?? CommandLine.arguments[0]] + arguments)
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Its status, if it has ended since the last look.
  func ended() -> Int32? {
    var status: Int32 = 0
    return waitpid(identifier, &status, WNOHANG) == identifier ? status : nil
  }

  func killAndWait() {
    send(SIGKILL)
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
  }

  static func output(of arguments: [String]) throws(TableStormError) -> String {
    var template = Array((NSTemporaryDirectory() + "storm-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(descriptor)
      unlink(path)
    }
    let program = try Program(arguments, output: descriptor)
    var status: Int32 = 0
    waitpid(program.identifier, &status, 0)
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    if status != 0 {
      throw TableStormError("\(arguments[0]) has ended with \(status): \(text)")
    }
    return text
  }
}
#endif
