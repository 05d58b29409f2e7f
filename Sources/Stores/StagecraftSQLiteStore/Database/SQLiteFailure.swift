#if SQLite
internal import StageFloor
internal import CSQLite
internal import StagecraftSharedPools
internal import StoreFloor

struct SQLiteFailure: Error, Hashable, CustomStringConvertible {
  var code: Int32
  var number: Int32 = 0
  var message: String

  /// Data that this package cannot have written.
  static func nonsense(_ message: String) -> SQLiteFailure {
    SQLiteFailure(code: SQLITE_CORRUPT, message: message)
  }

  /// `SQLITE_IOERR_SHMSIZE`, which is not imported.
  private static let sharedMemoryCannotGrow = SQLITE_IOERR | (19 << 8)

  var primary: Int32 { code & 0xFF }

  /// Another connection has a lock for longer than can be waited.
  var isBusy: Bool {
    primary == SQLITE_BUSY || primary == SQLITE_LOCKED || primary == SQLITE_PROTOCOL
  }

  var isFull: Bool {
    primary == SQLITE_FULL || number == ENOSPC || number == EDQUOT
      || code == Self.sharedMemoryCannotGrow
  }

  /// The process has no memory or descriptors left.
  var isShortage: Bool { primary == SQLITE_NOMEM || number == EMFILE || number == ENFILE }

  var description: String {
    number == 0 ? message : "\(message) (\(systemMessage(number)))"
  }

  func leaseStoreError(at path: String) -> LeaseStoreError {
    if isFull {
      return LeaseStoreError(
        .full,
        "There is no room left for the store \"\(path)\"; nothing has changed. Free some space.")
    }
    if isShortage {
      return LeaseStoreError(
        .unreachable,
        """
        The store "\(path)" cannot be used, because this process is short of memory or descriptors: \
        \(self). Close files, or raise the limit.
        """)
    }
    switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      return LeaseStoreError(
        .unreachable, "The store \"\(path)\" is locked by another program. Try again later.")
    case SQLITE_NOTADB:
      return LeaseStoreError(
        .notAStore, "The file \"\(path)\" is not a database. Name another file.")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      return LeaseStoreError(
        .denied,
        """
        The store "\(path)" cannot be opened for writing: \(self). Grant this user the right to \
        write to the file and to its folder.
        """)
    default:
      return LeaseStoreError(
        .damaged,
        """
        The store "\(path)" is damaged or cannot be read: \(self). Stop all programs that use it, \
        and restore it from a copy.
        """)
    }
  }
}
#endif
