#if SQLite
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools

/// The folder beside the database in which each client has two named pipes.
///
/// A client is a store object in a process. Others write notifications into one. The other, its
/// *liveness pipe*, is a pipe that is never written to, and whose end for writing the client holds
/// open: the kernel closes it when the process ends, even by a crash, and reports that to the
/// processes that have opened the other end. A command that inherits the descriptor keeps the
/// client alive too.
///
/// The name of a client ends with the inode of its liveness pipe: a pipe that has come from
/// elsewhere, such as from a copy of the folder, has no writer and proves nothing.
struct ClientFolder: Sendable {
  let path: String
  let rights: mode_t

  enum Life {
    case alive(LivenessWatch)
    /// Its process has ended without closing it.
    case dead
    /// The client was closed, or it cannot be seen: its leases end by time only.
    case unknown
  }

  func notificationPipe(_ client: String) -> String { "\(path)/\(client).notify" }
  func liveness(_ client: String) -> String { "\(path)/\(client).liveness" }

  func look(at client: String) -> Life {
    if client.isEmpty { return .unknown }
    let descriptor = open(liveness(client), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return .unknown }
    guard let inode = pipeInode(descriptor), inode == Self.inode(ofClient: client) else {
      close(descriptor)
      return .unknown
    }
    // A pipe without a writer is at its end; one with a writer would block. Once the writer was
    // there when this end was open, its end is reported.
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count == 0 {
      close(descriptor)
      return FileIdentity(of: liveness(client))?.inode == inode ? .dead : .unknown
    }
    return .alive(LivenessWatch(client, descriptor))
  }

  enum NotificationResult: Hashable {
    case sent
    /// The client does not listen any more.
    case closed
    /// It could not be sent; it is only a hint.
    case lost
  }

  func notify(_ client: String, _ message: ClientMessage) -> NotificationResult {
    if client.isEmpty { return .lost }
    let descriptor = open(notificationPipe(client), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 { return errno == ENXIO ? .closed : .lost }
    defer { close(descriptor) }
    if pipeInode(descriptor) == nil { return .lost }
    let count = withUnsafeBytes(of: message.words) { write(descriptor, $0.baseAddress, $0.count) }
    if count == ClientMessage.size { return .sent }
    return count < 0 && errno == EPIPE ? .closed : .lost
  }

  func remove(_ client: String) {
    if client.isEmpty { return }
    unlink(liveness(client))
    unlink(notificationPipe(client))
  }

  func clients() -> [String] {
    fileNames(in: path).filter { $0.hasSuffix(".liveness") }.map { String($0.dropLast(9)) }
  }

  func isAnyAlive(besides own: String?) -> Bool {
    for client in clients() where client != own {
      if case .alive = look(at: client) { return true }
    }
    return false
  }

  /// The name of the client with this identifier whose liveness pipe has this inode.
  static func name(_ id: LendingID, _ inode: UInt64) -> String { "\(id).\(inode)" }

  private static func inode(ofClient client: String) -> UInt64? {
    client.split(separator: ".").last.flatMap { UInt64($0) }
  }
}

func fileNames(in path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      })
  }
  return names
}

func pipeInode(_ descriptor: Int32) -> UInt64? {
  var info = stat()
  guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFIFO else { return nil }
  return UInt64(truncatingIfNeeded: info.st_ino)
}

/// What is written into a notification pipe.
struct ClientMessage: Hashable, Sendable {
  static let size = 32

  /// The session that is notified; zero if the client is to look at the other clients again.
  var session: LendingID
  var request: LendingID

  static let look = ClientMessage(
    session: LendingID(high: 0, low: 0), request: LendingID(high: 0, low: 0))

  var words: (UInt64, UInt64, UInt64, UInt64) {
    (session.high, session.low, request.high, request.low)
  }
}
#endif
