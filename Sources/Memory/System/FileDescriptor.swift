internal import CStageFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// An open file; whoever opened it closes it, once.
package struct FileDescriptor: Sendable, Hashable {
  /// What is to be done with a file.
  package enum Mode: Sendable {
    case read, write, readWrite
  }

  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Opens a file that no other program inherits, and that never makes its reader wait.
  ///
  /// A terminal does not become that of the process.
  package static func open(_ path: String, _ mode: Mode) throws(SystemError) -> FileDescriptor {
    let access =
      switch mode {
      case .read: O_RDONLY
      case .write: O_WRONLY
      case .readWrite: O_RDWR
      }
    while true {
      let number = systemOpen(path, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      if number >= 0 { return FileDescriptor(number: number) }
      if errno != EINTR { throw SystemError.last("to open \(path)") }
    }
  }

  /// Why no file at all can be opened at the moment; nil: files can be opened.
  ///
  /// Whoever could not read a file asks here whether that says anything about the file.
  static var shortage: SystemError? {
    do throws(SystemError) {
      try open("/", .read).close()
      return nil
    } catch {
      return error.isShortage ? error : nil
    }
  }

  /// A counter to which the kernel adds what is to be heard of; only on Linux.
  package static func eventCounter() throws(SystemError) -> FileDescriptor {
    let number = stage_make_event_counter()
    guard number >= 0 else { throw SystemError.last("to make an event counter") }
    return FileDescriptor(number: number)
  }

  /// Closes it.
  ///
  /// What the system says about it is of no use: the descriptor is free in any case.
  package func close() {
    systemClose(number)
  }

  /// Writes all bytes at once, as the kernel's control files want them.
  package func write(_ bytes: [UInt8], to what: String) throws(SystemError) {
    while true {
      let count = systemWrite(number, bytes)
      let code = errno
      if count == bytes.count { return }
      if count >= 0 { throw SystemError(EIO, "to write to \(what)") }
      if code != EINTR { throw SystemError(code, "to write to \(what)") }
    }
  }

  /// Reads what is in the file from its beginning, but no more than `limit` bytes.
  ///
  /// The kernel makes the content of its files anew for each read from the beginning.
  package func contents(
    of what: String, limit: Int = 1 << 16
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var length = 0
    while length < limit {
      if length == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let (count, code) = bytes.withUnsafeMutableBytes { buffer in
        let count = pread(
          number, buffer.baseAddress! + length, min(buffer.count, limit) - length, off_t(length))
        return (count, errno)
      }
      if count == 0 { break }
      if count > 0 {
        length += count
      } else if code != EINTR {
        throw SystemError(code, "to read \(what)")
      }
    }
    return Array(bytes[..<length])
  }

  /// Takes what an event counter has counted.
  package func drain() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { buffer in
      read(number, buffer.baseAddress, buffer.count)
    }
  }

  /// Whether it is a file in which the kernel itself tells and is told: of processes or of groups.
  package var isKernelFile: Bool {
    let kind = stage_file_system(number)
    return kind == UInt64(STAGE_FILE_SYSTEM_PROC) || kind == UInt64(STAGE_FILE_SYSTEM_GROUP)
  }

  /// Whether it is a file of a group of version 1.
  package var isLegacyGroupFile: Bool {
    stage_file_system(number) == UInt64(STAGE_FILE_SYSTEM_LEGACY_GROUP)
  }
}

// The type's own functions have the names of the system's, which are out of sight there.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func systemWrite(_ number: Int32, _ bytes: [UInt8]) -> Int {
  write(number, bytes, bytes.count)
}

private func systemClose(_ number: Int32) { _ = close(number) }
