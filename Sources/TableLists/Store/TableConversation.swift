/// A column of a table.
public struct TableColumn: Hashable, Sendable {
  /// The name of the column.
  public var name: String

  /// The type that the database declares for it, such as `TEXT`, or nothing.
  public var declaredType: String

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - declaredType: The type that the database declares for it.
  public init(_ name: String, declaredType: String = "") {
    self.name = name
    self.declaredType = declaredType
  }
}

/// A row of a table, as the database has it.
public struct TableRecord: Hashable, Sendable {
  /// The values, in the order of ``FollowedTable/columns``.
  public var values: [TableValue]

  /// Creates a row.
  ///
  /// - Parameter values: The values, in the order of the columns.
  public init(_ values: [TableValue]) { self.values = values }
}

/// A state of a table, after whole commits.
///
/// It is opaque: only the store that made it can read it.
public struct TablePosition: Hashable, Sendable {
  /// Names the log of changes.
  ///
  /// A table that was dropped and created again has another one.
  public var log: String

  /// The place in the log, in the store's own form.
  public var mark: String

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - log: Names the log of changes.
  ///   - mark: The place in the log.
  public init(log: String, mark: String) {
    self.log = log
    self.mark = mark
  }
}

/// What has changed in a table after a state.
public enum TableChanges: Hashable, Sendable {
  /// The rows that were written, as they are at `position`, and the keys of those that are gone.
  ///
  /// Each key occurs once. A row may be unchanged.
  case changed(written: [TableRecord], removed: [TableValue], at: TablePosition)

  /// The log does not reach back to that state, or it is another log: read all rows.
  case unknown
}

/// An edit of a row.
public enum TableEdit: Hashable, Sendable {
  /// Inserts a row. A row with its key is a conflict.
  case insert([TableField])

  /// Writes fields of the row with a key; without fields, only what is expected is checked.
  ///
  /// - `expecting`: What the row must contain; otherwise there is a conflict.
  case update(key: TableValue, [TableField], expecting: [TableField])

  /// Removes the row with a key.
  ///
  /// - `expecting`: What the row must contain; otherwise there is a conflict.
  case remove(key: TableValue, expecting: [TableField])
}

/// A value of a column.
public struct TableField: Hashable, Sendable {
  /// The name of the column.
  public var column: String

  /// The value.
  public var value: TableValue

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - column: The name of the column.
  ///   - value: The value.
  public init(_ column: String, _ value: TableValue) {
    self.column = column
    self.value = value
  }
}

/// How the attempt to write edits ended.
public enum TableWriteResult: Hashable, Sendable {
  /// All edits are committed.
  case written

  /// An edit did not find what it expected; nothing was written.
  ///
  /// - `edit`: The number of the edit.
  /// - `current`: The row that is there; nil if there is none.
  case conflict(edit: Int, current: TableRecord?)
}

/// Which rows a window reads.
public struct TableQuery: Hashable, Sendable {
  /// Where the rows begin.
  public enum Start: Hashable, Sendable {
    /// At the beginning of the order.
    case beginning
    /// At the end of the order, which is only read backward.
    case end
    /// Behind the row with these values of the order's columns and this key; the row need not exist.
    ///
    /// It is read backward, but not forward.
    case after([TableValue], key: TableValue)
    /// Before that row, which is read forward, but not backward.
    case from([TableValue], key: TableValue)
  }

  /// Conditions that rows must meet: each column has one of the values.
  public var conditions: [TableCondition]

  /// Where the rows begin.
  public var start: Start

  /// Whether to read backward from there.
  ///
  /// The result is in the order of the request all the same.
  public var isBackward: Bool

  /// How many rows to read at most.
  public var limit: Int

  /// Whether to count the rows before and after, which takes time in proportion to their number.
  public var counts: Bool

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - conditions: Conditions that rows must meet.
  ///   - start: Where the rows begin.
  ///   - isBackward: Whether to read backward from there.
  ///   - limit: How many rows to read at most.
  ///   - counts: Whether to count the rows before and after.
  public init(
    conditions: [TableCondition] = [], start: Start, isBackward: Bool = false, limit: Int,
    counts: Bool = true
  ) {
    self.conditions = conditions
    self.start = start
    self.isBackward = isBackward
    self.limit = limit
    self.counts = counts
  }
}

/// A condition on a column.
public struct TableCondition: Hashable, Sendable {
  /// The name of the column.
  public var column: String

  /// The values, one of which it must have.
  public var values: [TableValue]

  /// Creates a condition.
  ///
  /// - Parameters:
  ///   - column: The name of the column.
  ///   - values: The values, one of which it must have.
  public init(_ column: String, in values: [TableValue]) {
    self.column = column
    self.values = values
  }
}

/// Rows that a window has read.
public struct TableWindowRows: Hashable, Sendable {
  /// The rows, in the order of the request.
  public var rows: [TableRecord]

  /// How many rows that meet the conditions come before the first one.
  ///
  /// Nil if the query does not ask for it. Without rows, how many come before the start of the query.
  public var countBefore: Int?

  /// How many come after the last one.
  ///
  /// Nil if the query does not ask for it. Without rows, how many come after the start of the query.
  public var countAfter: Int?

  /// The state that was read.
  public var position: TablePosition

  /// Creates the answer.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - countBefore: How many come before the first one.
  ///   - countAfter: How many come after the last one.
  ///   - position: The state that was read.
  public init(
    rows: [TableRecord], countBefore: Int?, countAfter: Int?, position: TablePosition
  ) {
    self.rows = rows
    self.countBefore = countBefore
    self.countAfter = countAfter
    self.position = position
  }
}
