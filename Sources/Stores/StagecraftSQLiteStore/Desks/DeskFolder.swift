#if SQLite
internal import StagecraftSharedPools

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The folder beside the database in which each desk has two named pipes.
///
/// A desk is a store object in a process. Its *bell* is a pipe into which others write rings. Its
/// *life* is a pipe that is never written to, and whose end for writing the desk holds open: the
/// kernel closes it when the process ends, even by a crash, and reports that to the processes that have
/// opened the other end. A command that inherits the descriptor counts as the desk's life too.
///
/// The name of a desk ends with the inode of its life: a pipe that has come from elsewhere, such as
/// from a copy of the folder, has no writer and proves nothing.
struct DeskFolder: Sendable {
  let path: String
  let rights: mode_t

  enum Life {
    case alive(LifeEnd)
    /// Its process has ended without closing it.
    case dead
    /// The desk was closed, or it cannot be seen: its leases end by time only.
    case unknown
  }

  func bell(_ desk: String) -> String { "\(path)/\(desk).bell" }
  func life(_ desk: String) -> String { "\(path)/\(desk).life" }

  /// Looks whether a desk is alive.
  func look(at desk: String) -> Life {
    if desk.isEmpty { return .unknown }
    let descriptor = open(life(desk), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return .unknown }
    guard let inode = pipeInode(descriptor), inode == Self.inode(ofDesk: desk) else {
      close(descriptor)
      return .unknown
    }
    // A pipe without a writer is at its end; one with a writer would block. Once the writer was
    // there when this end was open, its end is reported.
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count == 0 {
      close(descriptor)
      return FileIdentity(of: life(desk))?.inode == inode ? .dead : .unknown
    }
    return .alive(LifeEnd(desk, descriptor))
  }

  enum RingResult: Hashable {
    case sent
    /// The desk does not listen any more.
    case unheard
    /// It could not be sent; a ring is only a hint.
    case lost
  }

  func ring(_ desk: String, _ message: DeskMessage) -> RingResult {
    if desk.isEmpty { return .lost }
    let descriptor = open(bell(desk), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return errno == ENXIO ? .unheard : .lost }
    defer { close(descriptor) }
    if pipeInode(descriptor) == nil { return .lost }
    let count = withUnsafeBytes(of: message.words) { write(descriptor, $0.baseAddress, $0.count) }
    if count == DeskMessage.size { return .sent }
    return count < 0 && errno == EPIPE ? .unheard : .lost
  }

  func remove(_ desk: String) {
    if desk.isEmpty { return }
    unlink(life(desk))
    unlink(bell(desk))
  }

  /// The desks that have pipes here, alive or not.
  func desks() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".life") { names.append(String(name.dropLast(5))) }
    }
    return names
  }

  func isAnyAlive(besides own: String?) -> Bool {
    for desk in desks() where desk != own {
      if case .alive = look(at: desk) { return true }
    }
    return false
  }

  /// The name of the desk with this identifier whose life has this inode.
  static func name(_ id: LendingID, _ inode: UInt64) -> String { "\(id).\(inode)" }

  private static func inode(ofDesk desk: String) -> UInt64? {
    desk.split(separator: ".").last.flatMap { UInt64($0) }
  }
}

func pipeInode(_ descriptor: Int32) -> UInt64? {
  var info = stat()
  guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFIFO else { return nil }
  return UInt64(truncatingIfNeeded: info.st_ino)
}

/// What is written into a bell.
struct DeskMessage: Hashable, Sendable {
  static let size = 32

  /// The session that is rung; zero if the desk is to look at the other desks again.
  var session: LendingID
  var request: LendingID

  static let look = DeskMessage(
    session: LendingID(high: 0, low: 0), request: LendingID(high: 0, low: 0))

  var words: (UInt64, UInt64, UInt64, UInt64) {
    (session.high, session.low, request.high, request.low)
  }
}
#endif
