internal import StageFloor

/// An open file, which the code that opened it must close exactly once.
struct SystemFile {
  let number: Int32
  let path: String

  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  struct Facts {
    var identity: Identity
    var size: Int
    var isRegular: Bool
  }

  /// Only its owner may read it; it must not exist yet.
  static func make(_ path: String) throws(ScreenStateFileError) -> SystemFile {
    try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  /// Does not block.
  static func reading(_ path: String) throws(ScreenStateFileError) -> SystemFile {
    try open(path, O_RDONLY | O_NONBLOCK)
  }

  private static func open(
    _ path: String, _ flags: Int32
  ) throws(ScreenStateFileError) -> SystemFile {
    while true {
      let number = systemOpen(path, flags | O_CLOEXEC | O_NOCTTY)
      if number >= 0 { return SystemFile(number: number, path: path) }
      let code = errno
      if code != EINTR { throw ScreenStateFileError(system: code, "to open \(path)") }
    }
  }

  /// Throws errors of earlier writes that the system reports only now.
  func close() throws(ScreenStateFileError) {
    guard systemClose(number) != 0 else { return }
    let code = errno
    // The file is closed anyway.
    if code != EINTR { throw ScreenStateFileError(system: code, "to close \(path)") }
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(ScreenStateFileError) {
    var rest = bytes
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes { buffer in
        let count = systemWrite(number, buffer)
        return (count, errno)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || code != EINTR {
        throw ScreenStateFileError(system: count == 0 ? ENOSPC : code, "to write to \(path)")
      }
    }
  }

  func read(_ count: Int) throws(ScreenStateFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var place = 0
    while place < count {
      let (length, code) = bytes.withUnsafeMutableBytes { buffer in
        let length = systemRead(
          number, UnsafeMutableRawBufferPointer(rebasing: buffer[place...]))
        return (length, errno)
      }
      if length > 0 {
        place += length
      } else if length == 0 {
        return Array(bytes[..<place])
      } else if code != EINTR {
        throw ScreenStateFileError(system: code, "to read \(path)")
      }
    }
    return bytes
  }

  func synchronize() throws(ScreenStateFileError) {
    #if canImport(Darwin)
    // On Darwin, fsync leaves the data in the drive's cache. Some file systems, such as those not
    // on a local disk, support neither of these.
    if fcntl(number, F_FULLFSYNC) == 0 || fcntl(number, F_BARRIERFSYNC) == 0 { return }
    #endif
    while fsync(number) != 0 {
      let code = errno
      if code != EINTR { throw ScreenStateFileError(system: code, "to synchronize \(path)") }
    }
  }

  func facts() throws(ScreenStateFileError) -> Facts {
    var facts = stat()
    guard fstat(number, &facts) == 0 else {
      throw ScreenStateFileError(system: errno, "to ask about \(path)")
    }
    return Facts(
      identity: Identity(facts), size: Int(facts.st_size),
      isRegular: facts.st_mode & S_IFMT == S_IFREG)
  }

  enum LockAnswer {
    /// The lock is acquired, until the file is closed or the process ends.
    case isOurs
    case isTaken
    /// The file system does not support locks.
    case isUnknown
  }

  func lock(isShared: Bool = false) -> LockAnswer {
    guard flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 else { return .isOurs }
    return errno == EWOULDBLOCK ? .isTaken : .isUnknown
  }

  /// Closing is not enough: a process that another thread has just forked has the file open too.
  func unlock() { _ = flock(number, LOCK_UN) }
}

extension SystemFile.Identity {
  fileprivate init(_ facts: stat) {
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }

  init?(at path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }
}

extension ScreenStateFileError {
  init(system code: Int32, _ attempt: String) {
    let kind: Code =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EACCES, EPERM, EROFS: .notPermitted
      default: .failed
      }
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    self.init(kind, systemCode: code, "\(words) when trying \(attempt)")
  }

  /// Whether there is nothing at the path.
  var isAbsence: Bool { systemCode == ENOENT }

  /// Whether something exists at the path already.
  var isPresence: Bool { systemCode == EEXIST }
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
