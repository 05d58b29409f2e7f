/// A database whose tables lists can follow.
///
/// A ``TableList`` is made at a store. Implement this protocol for a database of your own; the
/// conversation is in ``FollowedTable``.
public protocol TableStore: Sendable {
  /// Prepares a table to be followed, and opens it.
  ///
  /// What the store adds to the database, such as triggers and a log of changes, it adds here, in
  /// one transaction, if it is not there yet.
  ///
  /// - Parameter request: The table, and the order of its rows.
  /// - Returns: The table, to be closed when it is not followed any more.
  /// - Throws: ``TableError`` if there is no such table, or if it cannot be followed.
  func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable

  /// Removes what ``open(_:)`` has added to the database for a table.
  ///
  /// Lists that still follow the table become stale.
  ///
  /// - Parameter table: The name of the table.
  /// - Throws: ``TableError`` if the database cannot be changed. A table that was never followed is
  ///   no error.
  func remove(_ table: String) async throws(TableError)
}

/// Which table is to be followed, and how.
public struct TableRequest: Hashable, Sendable {
  /// The name of the table; with a schema, `schema.table`.
  public var table: String

  /// The columns by which the rows are ordered; after them, the key decides.
  public var order: [TableOrder]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - table: The name of the table; with a schema, `schema.table`.
  ///   - order: The columns by which the rows are ordered; without them, by the key.
  public init(table: String, order: [TableOrder] = []) {
    self.table = table
    self.order = order
  }
}

/// A column by which rows are ordered.
///
/// Values are compared as ``TableValue`` compares them, in a list and in the database: text by its
/// Unicode scalars, and null before everything else.
public struct TableOrder: Hashable, Sendable {
  /// The name of the column.
  public var column: String

  /// Whether larger values come first.
  public var isDescending: Bool

  /// Creates the order by a column.
  ///
  /// - Parameters:
  ///   - column: The name of the column.
  ///   - isDescending: Whether larger values come first.
  public init(_ column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// A table that is open to be followed by one list.
///
/// Every answer describes one consistent state of the table: the state after whole commits, never a
/// part of one. A ``TablePosition`` names such a state. All methods can be called concurrently; a
/// list calls ``readAll(inBatchesOf:_:)`` and ``changes(since:)`` one after the other.
///
/// A call whose task is cancelled may end early, with a ``TableError`` that says so; a write is then
/// either committed, and answered, or not. A list reads in tasks of its own, which are cancelled when
/// it is closed.
public protocol FollowedTable: AnyObject, Sendable {
  /// The columns of the table, in the order of the values of each ``TableRecord``.
  ///
  /// They may change, as by `ALTER TABLE`, but only before ``changes(since:)`` answers
  /// ``TableChanges/unknown``: the rows of every other answer fit the columns before the call.
  var columns: [TableColumn] { get }

  /// The index of the column with the primary key in ``columns``.
  ///
  /// A table without a primary key of exactly one column cannot be opened.
  var keyColumn: Int { get }

  /// Reads all rows, in the order of the request, in one state of the table.
  ///
  /// - Parameters:
  ///   - count: How many rows to pass at once, at most.
  ///   - receive: Receives the rows, batch by batch, one call after the other, on any thread. After
  ///     an error, what was received is void.
  /// - Returns: The state that was read.
  /// - Throws: ``TableError`` if it cannot be read.
  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition

  /// Reads the rows that have changed after a state, as they are in the newest state.
  ///
  /// - Parameter position: The earlier state.
  /// - Returns: The changes, which may be empty. The cost depends on the number of changes, not on
  ///   the size of the table.
  /// - Throws: ``TableError`` if they cannot be read.
  func changes(since position: TablePosition) async throws(TableError) -> TableChanges

  /// Reads some rows of a part of the table, for a window.
  ///
  /// - Parameter query: Which rows.
  /// - Returns: The rows, in the order of the request, and the state that was read.
  /// - Throws: ``TableError`` if they cannot be read.
  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows

  /// Makes edits in one transaction: all of them, or none.
  ///
  /// An edit whose expectation does not hold changes nothing, and no other one does: the answer is
  /// then a conflict.
  ///
  /// - Parameter edits: The edits, in their order.
  /// - Returns: Whether they were committed. Afterwards ``changes(since:)`` includes them.
  /// - Throws: ``TableError`` if they were refused, such as for a constraint, or could not be
  ///   written. After ``TableError/Code/outcomeUnknown`` they may have been committed.
  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult

  /// A signal after each commit that may have changed the table, of any process.
  ///
  /// The stream keeps a signal from before it is read, since the table was opened.
  /// One signal may stand for many commits, and there may be signals without a change. After an
  /// interruption, such as a lost connection, there is a signal as soon as the table can be read
  /// again. The stream ends when the table is closed. It has one consumer.
  var signals: AsyncStream<Void> { get }

  /// How long a signal can be missing at most, such as after a lost notification; a list asks for
  /// changes at least this often. Nil if no signal can be lost.
  var longestSilence: Duration? { get }

  /// Ends following; it may be called again. Calls that are under way end soon.
  ///
  /// What was added to the database stays.
  func close() async
}
