internal import CStageFloor
internal import StageFloor

package struct FileDescriptor: Sendable, Hashable {
  package enum Mode: Sendable {
    case read, write, readWrite
  }

  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The file is not inherited, never blocks its reader, and is not made the controlling terminal.
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

  /// Why no file at all can be opened; nil if files can be.
  ///
  /// After a failed read, this tells whether the failure says anything about the file.
  static var shortage: SystemError? {
    do throws(SystemError) {
      try open("/", .read).close()
      return nil
    } catch {
      return error.isShortage ? error : nil
    }
  }

  /// Creates an event counter, to which the kernel adds on each event; Linux only.
  package static func eventCounter() throws(SystemError) -> FileDescriptor {
    let number = stage_make_event_counter()
    guard number >= 0 else { throw SystemError.last("to make an event counter") }
    return FileDescriptor(number: number)
  }

  /// Ignores the result of the system call: the descriptor is released in any case.
  package func close() {
    systemClose(number)
  }

  /// Writes all bytes in one call, as the kernel's control files require.
  package func write(_ bytes: [UInt8], to what: String) throws(SystemError) {
    while true {
      let count = systemWrite(number, bytes)
      let code = errno
      if count == bytes.count { return }
      if count >= 0 { throw SystemError(EIO, "to write to \(what)") }
      if code != EINTR { throw SystemError(code, "to write to \(what)") }
    }
  }

  /// Reads at most `limit` bytes from the beginning, from where the kernel generates its files
  /// anew.
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

  package func drain() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { buffer in
      read(number, buffer.baseAddress, buffer.count)
    }
  }

  /// Whether this is a file of the kernel's own file systems, procfs or cgroup.
  package var isKernelFile: Bool {
    let kind = stage_file_system(number)
    return kind == UInt64(STAGE_FILE_SYSTEM_PROC) || kind == UInt64(STAGE_FILE_SYSTEM_GROUP)
  }

  package var isLegacyGroupFile: Bool {
    stage_file_system(number) == UInt64(STAGE_FILE_SYSTEM_LEGACY_GROUP)
  }
}

// The type's methods have the names of the system calls, which they hide inside the type.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func systemWrite(_ number: Int32, _ bytes: [UInt8]) -> Int {
  write(number, bytes, bytes.count)
}

private func systemClose(_ number: Int32) { _ = close(number) }
