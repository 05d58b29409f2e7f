#if SQLite
internal import CSQLite
internal import StagecraftTableLists
internal import StoreFloor

extension TableError {
  /// The error of a table, for whatever an operation on its file threw.
  init(_ error: any Error, table: String, path: String) {
    switch error {
    case let error as TableError: self = error
    case let failure as SQLiteFailure:
      self.init(failure, "The table \"\(table)\" of \"\(path)\"", path: path)
    case let error as PollThreadError: self.init(.unreachable, error.description)
    default: self.init(.damaged, "The table \"\(table)\" of \"\(path)\" cannot be used: \(error)")
    }
  }

  /// The error of a database, for whatever a transaction on all of it threw.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as TableError: self = error
    case let failure as SQLiteFailure:
      self.init(failure, "The database \"\(path)\"", path: path)
    default: self.init(.refused, "The transaction on \"\(path)\" has failed: \(error)")
    }
  }

  private init(_ failure: SQLiteFailure, _ place: String, path: String) {
    if failure.isFull {
      self.init(
        .diskFull, "There is no room left for \"\(path)\"; nothing was written. Free some space.")
      return
    }
    if failure.isShortage {
      self.init(
        .unreachable,
        """
        \(place) cannot be used, because this process is short of memory or descriptors: \
        \(failure). Close files, or raise the limit.
        """)
      return
    }
    switch failure.primary {
    case SQLITE_INTERRUPT: self = .cancelled(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      self.init(.unreachable, "\"\(path)\" is locked by another program. Try again later.")
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
      self.init(.refused, "\(place) has refused the edit, and nothing was written: \(failure).")
    case SQLITE_NOTADB:
      self.init(.damaged, "The file \"\(path)\" is not a database. Name another file.")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      self.init(
        .accessDenied,
        """
        "\(path)" cannot be written: \(failure). Grant this user the right to write to the file and \
        to its folder.
        """)
    case SQLITE_ERROR:
      self.init(.refused, "\(place) cannot be used in this way: \(failure).")
    default:
      self.init(
        .damaged,
        """
        \(place) is damaged or cannot be read: \(failure). Stop all programs that use the file, and \
        restore it from a copy.
        """)
    }
  }

  static func closed(_ table: String) -> TableError {
    TableError(.closed, "The table \"\(table)\" was closed.")
  }

  static func cancelled(path: String) -> TableError {
    TableError(
      .unreachable, "The task was cancelled before \"\(path)\" had answered; nothing was written.")
  }

  static func cancelled(_ table: String) -> TableError {
    TableError(.unreachable, "The task was cancelled before the table \"\(table)\" had answered.")
  }
}
#endif
