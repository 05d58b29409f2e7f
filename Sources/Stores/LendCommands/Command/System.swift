#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend

func systemError(_ what: String, _ number: Int32 = errno) -> LendFailure {
  LendFailure(ExitCode.unexpected, "\(what): \(String(cString: strerror(number))).")
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

func environmentPointer() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  lend_environment()
}

/// Fails if there are more than `limit` bytes.
func readAll(_ path: String, limit: Int) throws -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw LendFailure.usage(
      "The file \"\(path.printable)\" cannot be read: \(String(cString: strerror(errno))).")
  }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      throw LendFailure.usage(
        "The file \"\(path.printable)\" cannot be read: \(String(cString: strerror(errno))).")
    }
    if count == 0 { return bytes }
    bytes += buffer[..<count]
    if bytes.count > limit {
      throw LendFailure.usage(
        "The payload in \"\(path.printable)\" has more than \(limit) bytes; it can have 65536.")
    }
  }
}
#endif
