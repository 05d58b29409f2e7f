#if SQLite
internal import StageFloor

/// A small file that several processes read and write.
struct TextFile: Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  var text: String {
    get { withFile { read($0) } }
    nonmutating set { withFile { write(newValue, $0) } }
  }

  /// Changes the file while no other process does.
  func withLock<Result>(_ body: (inout String) -> Result) -> Result {
    withFile { file in
      while flock(file, LOCK_EX) != 0, errno == EINTR {}
      var text = read(file)
      let result = body(&text)
      write(text, file)
      return result
    }
  }

  private func withFile<Result>(_ body: (Int32) -> Result) -> Result {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    precondition(file >= 0, "The file \(path) cannot be opened.")
    defer { close(file) }
    return body(file)
  }

  private func read(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func write(_ text: String, _ file: Int32) {
    let bytes = Array(text.utf8)
    ftruncate(file, 0)
    bytes.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
  }
}

/// The clock that all processes of the machine share, in milliseconds.
func machineTime() -> Int64 {
  let time = SuspendingClock().systemEpoch.duration(to: SuspendingClock().now)
  return time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
}
#endif
