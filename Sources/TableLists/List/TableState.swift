/// What a list of a table shows.
public enum TableState: Sendable {
  /// The rows are being read for the first time, or for another part of the table.
  case loading

  /// The rows as they were at the last commit that the database has announced.
  case current

  /// The table cannot be read: the rows are those of an earlier state.
  ///
  /// - `since`: When the first read failed after the last that succeeded.
  /// - `because`: Why the latest read has failed.
  case stale(since: ContinuousClock.Instant, because: TableError)

  /// The list was closed, and shows what it has shown last.
  case closed
}

extension TableState {
  /// Whether the rows are those of the last commit that the database has announced.
  public var isCurrent: Bool {
    if case .current = self { true } else { false }
  }

  /// Why the table cannot be read; nil if it can.
  public var error: TableError? {
    if case .stale(_, let error) = self { error } else { nil }
  }
}
