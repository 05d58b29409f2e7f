internal import StageFloor

typealias SystemFile = OpenFile<ScreenStateFileError>

extension SystemFile {
  struct Facts {
    var identity: FileIdentity
    var size: Int
    var isRegular: Bool
  }

  /// Does not block.
  static func reading(_ path: String) throws(ScreenStateFileError) -> SystemFile {
    try open(path, O_RDONLY | O_NONBLOCK)
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
      identity: FileIdentity(facts), size: Int(facts.st_size),
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

struct FileIdentity: Hashable {
  private var device: UInt64
  private var number: UInt64

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

extension ScreenStateFileError: SystemFailure {
  package init(system code: Int32, _ attempt: String) {
    let kind: Code =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EACCES, EPERM, EROFS: .notPermitted
      default: .failed
      }
    self.init(kind, systemCode: code, "\(systemWords(code)) when trying \(attempt)")
  }

  /// Whether there is nothing at the path.
  var isAbsence: Bool { systemCode == ENOENT }

  /// Whether something exists at the path already.
  var isPresence: Bool { systemCode == EEXIST }
}
