internal import Foundation

/// A terminal that understands control codes.
package struct Terminal: Sendable {
  let hasColors: Bool
  let size: @Sendable () -> (columns: Int, rows: Int)
  /// Writes at once.
  let write: @Sendable (String) -> Void

  /// Creates a terminal, unless the environment says that it understands no control codes.
  ///
  /// `TERM` is missing, empty or `dumb` then. `NO_COLOR` forbids colours, if it is not empty.
  package init?(
    environment: [String: String], size: @escaping @Sendable () -> (columns: Int, rows: Int),
    write: @escaping @Sendable (String) -> Void
  ) {
    guard let kind = environment["TERM"], !kind.isEmpty, kind != "dumb" else { return nil }
    hasColors = (environment["NO_COLOR"] ?? "").isEmpty
    self.size = size
    self.write = write
  }

  /// The terminal of the standard output; nil if it is not a terminal.
  package static var ofStandardOutput: Terminal? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    return Terminal(
      environment: ProcessInfo.processInfo.environment,
      size: {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return (
          isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
          isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        )
      },
      write: StandardOutput.write)
  }
}

/// The standard output without a buffer, so that lines and pictures keep their order.
package enum StandardOutput {
  /// Writes all of a text, unless nothing can be written any more.
  @Sendable
  package static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // A terminal that another program made non-blocking.
        var one = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&one, 1, 1_000)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }
}
