/// How a module reports an error of the system.
package protocol SystemFailure: Error {
  /// The attempt in words, such as "to open /tmp/file".
  init(system code: Int32, _ attempt: String)
}

/// An open file, which the code that opened it must close exactly once.
package struct OpenFile<Failure: SystemFailure>: Sendable {
  package let number: Int32
  package let path: String

  /// It must not exist yet; only its owner may read it.
  package static func make(_ path: String) throws(Failure) -> Self {
    try open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL)
  }

  package static func open(_ path: String, _ flags: Int32) throws(Failure) -> Self {
    while true {
      let number = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY)
      if number >= 0 { return Self(number: number, path: path) }
      let code = errno
      if code != EINTR { throw Failure(system: code, "to open \(path)") }
    }
  }

  /// Throws errors of earlier writes that the system reports only now.
  package func close() throws(Failure) {
    guard systemClose(number) != 0 else { return }
    let code = errno
    // The file is closed anyway.
    if code != EINTR { throw Failure(system: code, "to close \(path)") }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes { (systemWrite(number, $0), errno) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || code != EINTR {
        throw Failure(system: count == 0 ? ENOSPC : code, "to write to \(path)")
      }
    }
  }

  /// Fewer bytes only at the end of the file.
  package func read(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var place = 0
    while place < count {
      let (length, code) = bytes.withUnsafeMutableBytes { buffer in
        (systemRead(number, UnsafeMutableRawBufferPointer(rebasing: buffer[place...])), errno)
      }
      if length > 0 {
        place += length
      } else if length == 0 {
        return Array(bytes[..<place])
      } else if code != EINTR {
        throw Failure(system: code, "to read \(path)")
      }
    }
    return bytes
  }

  package static func rename(_ path: String, to newPath: String) throws(Failure) {
    guard systemRename(path, newPath) != 0 else { return }
    throw Failure(system: errno, "to rename \(path) to \(newPath)")
  }

  package static func remove(_ path: String) { _ = unlink(path) }
}

/// The system's own words for an error.
package func systemWords(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

// The type's methods shadow the system's functions of the same name.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(number, buffer.baseAddress, buffer.count)
}

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(number, buffer.baseAddress, buffer.count)
}
