#if SQLite
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools

/// The client of this store object: its pipes, which are removed with it.
final class OwnClient: Sendable {
  let name: String
  let notificationPipe: Int32
  /// Open for as long as the client lives.
  ///
  /// Not inherited by other programs unless asked for.
  let liveness: Int32
  private let folder: ClientFolder
  private let process = getpid()

  init?(in folder: ClientFolder) {
    self.folder = folder
    let id = LendingID.random()
    let mask = folder.rights
    let liveness = Self.makePipe(in: folder, id, rights: mask) {
      folder.liveness(ClientFolder.name(id, $0))
    }
    guard let liveness else { return nil }
    let name = ClientFolder.name(id, liveness.inode)
    self.name = name
    let notificationPipe = Self.makePipe(in: folder, id, rights: mask) { _ in
      folder.notificationPipe(name)
    }
    guard let notificationPipe else {
      let number = errno
      close(liveness.descriptor)
      unlink(folder.liveness(name))
      errno = number
      return nil
    }
    self.notificationPipe = notificationPipe.descriptor
    self.liveness = liveness.descriptor
  }

  deinit {
    // First removed and then closed: a client that was closed is not one that has died, and its
    // leases end by time only. In a process that was forked, the pipes belong to the parent.
    if process == getpid() { folder.remove(name) }
    close(liveness)
    close(notificationPipe)
  }

  /// Makes a pipe that appears only when it is open.
  private static func makePipe(
    in folder: ClientFolder, _ id: LendingID, rights: mode_t, path: (UInt64) -> String
  ) -> (descriptor: Int32, inode: UInt64)? {
    let draft = "\(folder.path)/\(id).new"
    guard mkfifo(draft, rights) == 0 else { return nil }
    _ = chmod(draft, rights)
    // With both ends, so that opening does not wait and the end for writing never is without
    // reader.
    let descriptor = open(draft, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if descriptor >= 0, let inode = pipeInode(descriptor), rename(draft, path(inode)) == 0 {
      return (descriptor, inode)
    }
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    unlink(draft)
    errno = number
    return nil
  }

  /// At most as many as a pipe holds: a writer that never ends must not keep the reader.
  func readMessages() -> [ClientMessage] {
    var messages: [ClientMessage] = []
    var buffer = [UInt64](repeating: 0, count: 512)
    for _ in 0..<16 {
      let count = buffer.withUnsafeMutableBytes { read(notificationPipe, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= ClientMessage.size else { return messages }
      for index in 0..<count / ClientMessage.size {
        let words = buffer[(index * 4)..<(index * 4 + 4)]
        let start = words.startIndex
        messages.append(
          ClientMessage(
            session: LendingID(high: words[start], low: words[start + 1]),
            request: LendingID(high: words[start + 2], low: words[start + 3])))
      }
      if count < buffer.count * 8 { return messages }
    }
    return messages
  }
}
#endif
