#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How a child process that ran one misuse ended.
struct ChildRun {
  let name: String
  let standardError: String
  /// As from `waitpid`.
  let status: Int32

  /// Starts this executable again with the name of a misuse, and waits until it ends.
  init(running name: String) {
    self.name = name
    var pipes: (read: Int32, write: Int32) = (0, 0)
    withUnsafeMutablePointer(to: &pipes) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { _ = pipe($0) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipes.write, 2)
    posix_spawn_file_actions_addclose(&actions, pipes.read)
    posix_spawn_file_actions_addclose(&actions, pipes.write)
    // No backtrace: it takes a second, and contains other text.
    let environment = ["SWIFT_BACKTRACE=enable=no", "PATH=/usr/bin:/bin"]
    var process: pid_t = 0
    let program = CommandLine.arguments[0]
    let failed = withCStrings([program, name]) { arguments in
      withCStrings(environment) { variables in
        posix_spawn(&process, program, &actions, nil, arguments, variables)
      }
    }
    posix_spawn_file_actions_destroy(&actions)
    close(pipes.write)
    guard failed == 0 else { fatalError("\(program) could not be started again: \(failed)") }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(pipes.read, &part, part.count)
      guard count > 0 else { break }
      text += part[..<count]
    }
    close(pipes.read)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    standardError = String(decoding: text, as: UTF8.self)
    self.status = status
  }

  /// A description of the mismatch, or nil.
  func complaint(expecting sentence: String) -> String? {
    if status & 0x7f == 0 {
      return "“\(name)” did not stop the program (exit \(status >> 8)): \(standardError)"
    }
    if status & 0x7f == SIGALRM { return "“\(name)” did not end in time: \(standardError)" }
    if standardError.contains(sentence) { return nil }
    return "“\(name)” printed “\(standardError)”, without “\(sentence)”"
  }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
