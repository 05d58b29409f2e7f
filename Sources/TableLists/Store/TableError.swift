/// Why a table cannot be followed, read or written.
public struct TableError: Error, Hashable, Sendable {
  /// What has gone wrong.
  public enum Code: Hashable, Sendable {
    /// There is no such table, or it is not a table.
    case noSuchTable
    /// The table cannot be followed, such as without a primary key of one column.
    case cannotBeFollowed
    /// There is no such column.
    case noSuchColumn
    /// A row cannot be decoded.
    case undecodableRow
    /// A row cannot be encoded.
    case unencodableRow
    /// There is a row with this key already, or no row with this key.
    case key
    /// Others have changed the rows again and again, so that the edit was not written.
    ///
    /// A conflict of ``TableList/updateNow(_:_:)`` is a ``TableConflict``, which has both rows.
    case conflict
    /// The database refused the edit, such as for a constraint.
    case refused
    /// The database is locked or cannot be reached, or its address cannot be read.
    case unreachable
    /// The connection was lost during a commit.
    case outcomeUnknown
    /// The disk is full, and nothing was written.
    case diskFull
    /// The database denies access, or can only be read.
    case accessDenied
    /// What was added to the database was made by a newer version.
    case tooNew
    /// The database is damaged, or it is none.
    case damaged
    /// The table was closed.
    case closed
  }

  /// What has gone wrong.
  public var code: Code

  /// A sentence that names the table, and the row or the column where there is one.
  public var message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What has gone wrong.
  ///   - message: A sentence that names the table, and the row or the column where there is one.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension TableError: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}

extension TableError {
  /// Whether reading again cannot succeed before there is another commit.
  var isLasting: Bool {
    switch code {
    case .undecodableRow, .unencodableRow, .noSuchColumn, .cannotBeFollowed, .key, .tooNew,
      .conflict,
      .refused:
      true
    case .noSuchTable, .unreachable, .outcomeUnknown, .diskFull, .accessDenied, .damaged, .closed:
      false
    }
  }
}
