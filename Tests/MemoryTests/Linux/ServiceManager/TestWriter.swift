import Foundation
import Testing

/// Writes to a FIFO that is open for reading, and waits for space for at most a minute.
struct TestWriter {
  private let descriptor: Int32

  /// - Throws: If no process has the FIFO open for reading.
  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(
      descriptor >= 0, "no reader has opened \(path): \(String(cString: strerror(errno)))")
  }

  /// Writes a text; call it on a thread that may block if the FIFO may be full.
  func write(_ text: String) throws {
    while true {
      let count = Foundation.write(descriptor, text, text.utf8.count)
      let code = errno
      if count == text.utf8.count { return }
      try #require(count < 0 && (code == EAGAIN || code == EINTR))
      var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      try #require(poll(&one, 1, 60_000) > 0, "no reader has read for a minute")
    }
  }

  func close() { _ = Foundation.close(descriptor) }
}
