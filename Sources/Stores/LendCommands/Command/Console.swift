#if SQLite || PostgreSQL
#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Where a verb prints.
struct Console: Sendable {
  /// Whether results go to a terminal.
  var isTerminal: Bool
  /// Writes text to standard output.
  var write: @Sendable (String) -> Void
  /// Writes a line to standard error.
  var complain: @Sendable (String) -> Void

  /// Writes a line to standard output.
  func print(_ line: String) { write(line + "\n") }

  /// That of this process.
  static var process: Console {
    Console(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      write: { text in writeAll(text, to: STDOUT_FILENO) },
      complain: { line in writeAll(line + "\n", to: STDERR_FILENO) })
  }

  /// The width and height of the terminal.
  static var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// Writes all of a text, unless the descriptor cannot be written any more.
private func writeAll(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      return
    }
    rest = rest.dropFirst(count)
  }
}
#endif
