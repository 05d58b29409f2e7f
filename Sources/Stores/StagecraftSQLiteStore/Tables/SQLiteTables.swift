#if SQLite
internal import StageFloor
public import StagecraftTableLists
internal import StoreFloor

/// The tables of a SQLite database, for lists that follow them.
///
/// The file is any database, of this program or of another one, and other programs go on writing to
/// it, in whichever language: a table that is followed receives triggers, which write the keys of
/// changed rows into a log beside it. The page `Sources/Stores/Documentation/tables.md` lists what is
/// added, and ``remove(_:)`` takes it away.
///
/// - **Which tables.** Those with a primary key of one column, in a file with a write-ahead log, which
///   following turns on. The file must be on a local disk.
/// - **Commits** of other processes are noticed by watching the log's file; nothing polls while no
///   process writes, unless the system has no watch left.
/// - **Creating.** ``transaction(_:)`` and ``run(_:)`` create tables and fill them, in a new file too.
/// - **Writing.** A transaction waits for other writers, five seconds by default, and does not keep
///   the list from reading meanwhile. Foreign keys are enforced.
/// - **Threads.** Each open table has a connection and a thread of its own until it is closed. None
///   of Swift's threads blocks.
public struct SQLiteTables: TableStore {
  /// The path of the database.
  public let path: String

  private let limits: TableLimits

  /// Creates a store for the tables of a file.
  ///
  /// Nothing is opened before the first table.
  ///
  /// - Parameters:
  ///   - path: The path of the database, which must exist when a table is opened.
  ///   - timeout: How long a call waits while other programs have locked the file.
  public init(_ path: String, timeout: Duration = .seconds(5)) {
    self.init(path, TableLimits(timeout: max(timeout.wholeNanoseconds, 0)))
  }

  /// Creates a store that keeps fewer changes, for tests.
  package init(_ path: String, keptChanges: Int) {
    self.init(path, TableLimits(keptChanges: keptChanges))
  }

  init(_ path: String, _ limits: TableLimits) {
    self.path = path
    self.limits = limits
  }

  /// Adds what is missing for a table to be followed, and opens it.
  ///
  /// - Parameter request: The table, and the order of its rows.
  /// - Returns: The table.
  /// - Throws: ``TableError`` if there is no such table, or if it cannot be followed.
  public func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    try await SQLiteFollowedTable(core(request))
  }

  /// Removes the log and the triggers of a table.
  ///
  /// The file keeps its write-ahead log, which other programs may use.
  ///
  /// - Parameter table: The name of the table.
  /// - Throws: ``TableError`` if the file cannot be changed.
  public func remove(_ table: String) async throws(TableError) {
    let core = try core(TableRequest(table: table))
    let thread = try core.start()
    let call = TableCall<Void>()
    thread.submit(.remove(call))
    let result: Result<Void, TableError>
    do throws(TableError) {
      result = .success(try await call.value())
    } catch {
      result = .failure(error)
    }
    await thread.stopAndWait()
    try result.get()
  }

  func core(_ request: TableRequest) throws(TableError) -> TableCore {
    if path.utf8.contains(0) {
      throw TableError(.noSuchTable, "The path of a database has a zero byte. Name another file.")
    }
    return TableCore(request, StorePaths(path), limits)
  }
}
#endif
