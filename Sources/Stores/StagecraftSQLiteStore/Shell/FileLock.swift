#if SQLite
internal import StageFloor
internal import StagecraftSharedPools
internal import StoreFloor

/// The lock that processes take before a transaction.
///
/// SQLite protects the data by locks of its own. It waits for them by trying again, so one process
/// may be served many times while another waits. With `flock`, the kernel wakes waiting processes.
final class FileLock {
  private let descriptor: Int32
  let identity: FileIdentity

  init(_ path: String, rights: mode_t) throws(LeaseStoreError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, rights)
    if descriptor < 0 { throw Self.cannotOpen(path, errno) }
    var info = stat()
    if fstat(descriptor, &info) != 0 {
      let number = errno
      close(descriptor)
      throw Self.cannotOpen(path, number)
    }
    identity = FileIdentity(info)
  }

  deinit { close(descriptor) }

  func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  func lock() {
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  private static func cannotOpen(_ path: String, _ number: Int32) -> LeaseStoreError {
    switch number {
    case ENOSPC, EDQUOT:
      LeaseStoreError(.full, "There is no room left for \"\(path)\". Free some space.")
    case EMFILE, ENFILE:
      LeaseStoreError(
        .unreachable,
        "\"\(path)\" cannot be opened: \(systemMessage(number)). Close files, or raise the limit.")
    default:
      LeaseStoreError(
        .denied,
        """
        "\(path)" cannot be opened for writing: \(systemMessage(number)). Grant this user the \
        right to write to the folder of the store; if the store has been shared since it was made, \
        let its owner run lend list once.
        """)
    }
  }
}
#endif
