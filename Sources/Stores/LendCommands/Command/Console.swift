#if SQLite || PostgreSQL
internal import StageFloor

struct Console: Sendable {
  var isTerminal: Bool
  var write: @Sendable (String) -> Void
  var complain: @Sendable (String) -> Void

  func print(_ line: String) { write(line + "\n") }

  static var process: Console {
    Console(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      write: { text in writeAll(text, to: STDOUT_FILENO) },
      complain: { line in writeAll(line + "\n", to: STDERR_FILENO) })
  }

  static var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

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
