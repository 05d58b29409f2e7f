internal import StageFloor

/// A new file that is written from start to end, and must be closed exactly once.
struct StreamFile {
  private let number: Int32
  private let path: String

  /// It must not exist yet; only its owner may read it.
  init(making path: String) throws(TimelineFileError) {
    self.path = path
    number = try Self.open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL)
  }

  /// After an error, the file at the path is as it was before.
  static func replace(_ path: String, with bytes: [UInt8]) throws(TimelineFileError) {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let file = try StreamFile(making: "\(folder).stagecraft-\(number)")
    do throws(TimelineFileError) {
      defer { file.close() }
      try file.write(bytes)
      guard rename(file.path, path) == 0 else {
        throw TimelineFileError(errno, "to rename \(file.path) to \(path)")
      }
    } catch {
      file.remove()
      throw error
    }
  }

  func write(_ bytes: [UInt8]) throws(TimelineFileError) {
    var place = 0
    while place < bytes.count {
      let (count, code) = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[place...])
        return (systemWrite(number, rest), errno)
      }
      if count > 0 {
        place += count
      } else if count == 0 || code != EINTR {
        throw TimelineFileError(count == 0 ? ENOSPC : code, "to write to \(path)")
      }
    }
  }

  func close() { _ = systemClose(number) }

  func remove() { _ = unlink(path) }

  static func contents(of path: String) throws(TimelineFileError) -> [UInt8] {
    let number = try open(path, O_RDONLY)
    defer { _ = systemClose(number) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (count, code) = part.withUnsafeMutableBytes { (systemRead(number, $0), errno) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part[..<count]
      } else if code != EINTR {
        throw TimelineFileError(code, "to read \(path)")
      }
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws(TimelineFileError) -> Int32 {
    while true {
      let number = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY)
      if number >= 0 { return number }
      let code = errno
      if code != EINTR { throw TimelineFileError(code, "to open \(path)") }
    }
  }
}

extension TimelineFileError {
  fileprivate init(_ number: Int32, _ attempt: String) {
    let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    code = number == EEXIST ? .alreadyExists : .system(number)
    description = "\(words) when trying \(attempt)."
  }
}

// The type's methods shadow the system's functions of the same name.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(number, buffer.baseAddress, buffer.count)
}

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(number, buffer.baseAddress, buffer.count)
}
