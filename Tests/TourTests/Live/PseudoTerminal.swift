import Foundation
import TestSupport

#if os(Linux)
/// A terminal for a process, which the process controls as its own.
struct PseudoTerminal {
  private let end: Int32
  private let process: pid_t

  /// Starts a program with a new terminal as its input, output and errors.
  init(
    _ path: String, _ arguments: [String], columns: Int, rows: Int = 24,
    environment: [String: String]
  ) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var (own, other) = (Int32(-1), Int32(-1))
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&own, &other, &name, nil, &size) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { _ = Foundation.close(other) }
    for number in [own, other] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    end = own
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // In a session of its own, the first terminal that it opens is the one it controls.
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, &attributes, &words, &variables) == 0 else {
      throw CocoaError(.executableLoad)
    }
    self.process = process
  }

  /// Types a key.
  func type(_ byte: UInt8) { withUnsafeBytes(of: byte) { _ = write(end, $0.baseAddress, 1) } }

  /// Reads until the process has ended, or `body` returns false for what was written so far.
  ///
  /// A process that writes nothing for two minutes is killed.
  func read(while body: (String) -> Bool = { _ in true }) -> String {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while body(String(decoding: all, as: UTF8.self)) {
      var one = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let events = poll(&one, 1, 120_000)
      if events < 0, errno == EINTR { continue }
      guard events > 0 else {
        kill(process, SIGKILL)
        break
      }
      let count = Foundation.read(end, &part, part.count)
      if count < 0, errno == EINTR { continue }
      // An error, once no process has the terminal open.
      guard count > 0 else { break }
      all += part[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Waits for the end, and returns the process's status as `waitpid` does.
  func close() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    _ = Foundation.close(end)
    return status
  }
}
#endif

/// What a terminal shows, with all lines that have left the screen.
struct TerminalScreen {
  private(set) var lines: [String] = [""]
  /// The greatest column in which something was written in a line that was replaced.
  private(set) var widestReplaced = 0
  private(set) var replacements = 0
  private(set) var unknownCodes: [String] = []
  private var row = 0

  init(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r\n": newLine()
      case "\n": newLine()
      case "\r": break
      case "\u{1B}":
        let code = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(code.count)
        let letter = rest.popFirst() ?? " "
        perform(String(code.dropFirst()), letter)
      default: lines[row].append(character)
      }
    }
  }

  private mutating func newLine() {
    row += 1
    if row == lines.count { lines.append("") }
  }

  private mutating func perform(_ number: String, _ letter: Character) {
    switch letter {
    case "m": break
    case "A": row = max(0, row - (Int(number) ?? 1))
    case "J":
      widestReplaced = max(widestReplaced, lines[row...].map(\.count).max() ?? 0)
      replacements += 1
      lines = Array(lines[..<row]) + [""]
    default: unknownCodes.append("\(number)\(letter)")
    }
  }
}
