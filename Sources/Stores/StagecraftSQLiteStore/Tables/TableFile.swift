#if SQLite
internal import StageFloor
internal import CSQLite
internal import StagecraftTableLists
internal import StoreFloor

/// A followed table in its file: one connection, for one thread.
final class TableFile {
  let request: TableRequest
  let limits: TableLimits
  /// Whether a wait for a lock still has a purpose.
  let isWanted: () -> Bool

  private var opened: Opened {
    didSet { nameColumns() }
  }
  /// Whether the connection can be used: a file that has replaced another may be refused.
  private var isOpen = true
  /// How often the table was found altered.
  ///
  /// The log has no entries for what an alteration does to rows, such as to a column that is dropped
  /// and added again.
  private(set) var alterations = 0
  /// The row that ended the last read of changes or of all rows because it cannot be read: it is
  /// looked at first, so that reading again costs no more as long as it is there.
  var unreadable: (key: TableValue, since: TablePosition?)?
  /// The columns as they were when the table was opened: a list has decided how to read them.
  private let firstColumns: [TableColumn]
  /// The same, but one that has gone is null, and has another name.
  private(set) var columns: [TableColumn]
  let keyColumn: Int
  let order: [OrderTerm]

  /// What is known of the file that is open.
  private struct Opened {
    var connection: Connection
    var paths: StorePaths
    var files: OpenFiles
    var shape: TableShape
    var log: ChangeLog
    /// The number of the schema for which the log was found complete.
    var schemaVersion: Int64
  }

  /// The files that a connection has open.
  struct OpenFiles {
    var database: FileIdentity?
    var log: FileIdentity?
    var index: FileIdentity?

    init(database: FileIdentity?, beside paths: StorePaths) {
      self.database = database
      log = FileIdentity(of: paths.log)
      index = FileIdentity(of: paths.logIndex)
    }

    func areSame(as other: OpenFiles) -> Bool {
      isSame(database, other.database) && isSame(log, other.log) && isSame(index, other.index)
    }

    private func isSame(_ one: FileIdentity?, _ other: FileIdentity?) -> Bool {
      one.map { $0.isSameFile(as: other) } ?? (other == nil)
    }
  }

  var connection: Connection { opened.connection }
  var paths: StorePaths { opened.paths }
  var files: OpenFiles { opened.files }
  var shape: TableShape { opened.shape }
  var log: ChangeLog { opened.log }

  /// Opens a file and a table of it, and adds to it what is missing.
  init(
    _ request: TableRequest, _ paths: StorePaths, _ limits: TableLimits,
    isWanted: @escaping () -> Bool
  ) throws {
    self.request = request
    self.limits = limits
    self.isWanted = isWanted
    let opened = try Self.open(request, paths, limits, isWanted)
    self.opened = opened
    firstColumns = opened.shape.columns
    columns = firstColumns
    keyColumn = opened.shape.keyColumn
    order = try OrderTerm.terms(of: request, in: opened.shape)
  }

  /// Whether a column has gone since the table was opened.
  var lacksColumns: Bool { columns != firstColumns }

  private func nameColumns() {
    columns = firstColumns.map { opened.shape.has($0) ? $0 : TableColumn("(dropped)") }
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    if isReplaced { connection.leaveLog() }
    connection.closeBesideStore()
  }

  // MARK: Opening

  private static func open(
    _ request: TableRequest, _ paths: StorePaths, _ limits: TableLimits,
    _ isWanted: @escaping () -> Bool
  ) throws -> Opened {
    let (connection, identity) = try connect(paths, limits, isWanted)
    do {
      let shape = try TableShape(of: request.table, in: connection, path: paths.database)
      // Before anything is added.
      _ = try OrderTerm.terms(of: request, in: shape)
      try requireComparableKey(shape, connection)
      let prepared = try prepare(shape.table, connection, paths, limits)
      return Opened(
        connection: connection, paths: paths, files: OpenFiles(database: identity, beside: paths),
        shape: prepared.shape, log: prepared.log, schemaVersion: prepared.version)
    } catch {
      connection.closeBesideStore()
      throw error
    }
  }

  /// A key is looked for by its collation, which only the program that made the table may have.
  private static func requireComparableKey(
    _ shape: TableShape, _ connection: Connection
  ) throws {
    do {
      try connection.run(
        text: """
          EXPLAIN SELECT 1 FROM main.\(quoted(shape.table)) AS r WHERE r.\(quoted(shape.key)) IS ?1
          """)
    } catch let failure as SQLiteFailure where failure.primary == SQLITE_ERROR {
      throw TableError(
        .cannotBeFollowed,
        """
        The primary key "\(shape.key)" of the table "\(shape.table)" cannot be compared: \(failure). \
        Declare it with BINARY, NOCASE or RTRIM.
        """)
    }
  }

  static func connect(
    _ paths: StorePaths, _ limits: TableLimits, _ isWanted: @escaping () -> Bool
  ) throws -> (connection: Connection, identity: FileIdentity) {
    let identity = try paths.examineForTables()
    // A new connection of this process would share the index with the earlier ones, and not the log.
    if WriterProbe.isRemovedIndexInUse(of: identity) {
      throw TableError(
        .unreachable,
        """
        The write-ahead log of "\(paths.database)" was removed while connections had it open. Close \
        those of other programs.
        """)
    }
    let connection = try Connection(path: paths.database, mayCreate: false)
    do {
      connection.patience = Patience(
        deadline: monotonicNanoseconds().addingSaturated(limits.timeout), isWanted: isWanted)
      try connection.runScript(
        """
        PRAGMA foreign_keys = ON;
        PRAGMA synchronous = FULL;
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        """)
      let encoding = try connection.first("PRAGMA encoding") { $0.text(0) } ?? ""
      guard encoding == "UTF-8" else {
        throw TableError(
          .cannotBeFollowed,
          """
          The text in "\(paths.database)" is encoded as \(encoding), which is ordered in another way \
          than lists. Copy it into a database of UTF-8 with sqlite3's .dump.
          """)
      }
      return (connection, identity)
    } catch {
      connection.closeBesideStore()
      throw error
    }
  }

  private typealias Prepared = (shape: TableShape, log: ChangeLog, version: Int64)

  /// Adds the log and the triggers unless they are there, and requires the write-ahead log.
  private static func prepare(
    _ table: String, _ connection: Connection, _ paths: StorePaths, _ limits: TableLimits
  ) throws -> Prepared {
    let mode = try connection.first("PRAGMA journal_mode") { $0.text(0) }
    if try mode != "wal" && !connection.turnOnLog() {
      throw TableError(
        .cannotBeFollowed,
        """
        "\(paths.database)" cannot have a write-ahead log: its file system has no shared memory. \
        Keep the database on a local disk.
        """)
    }
    if let found = try reading(
      connection,
      { () -> Prepared? in
        let shape = try TableShape(of: table, in: connection, path: paths.database)
        let version = try schemaVersion(of: connection)
        guard let log = try ChangeLog(of: shape.table, in: connection, path: paths.database),
          try log.isComplete(for: shape, in: connection)
        else { return nil }
        return (shape, log, version)
      })
    {
      return found
    }
    return try writing(connection) {
      // Another process may have changed the table meanwhile.
      let shape = try TableShape(of: table, in: connection, path: paths.database)
      let log = try ChangeLog.install(
        for: shape, limit: limits.keptChanges, in: connection, path: paths.database)
      return (shape, log, try schemaVersion(of: connection))
    }
  }

  private static func schemaVersion(of connection: Connection) throws -> Int64 {
    try connection.first("PRAGMA schema_version") { $0.integer(0) } ?? 0
  }

  // MARK: Transactions

  static func reading<Value>(_ connection: Connection, _ body: () throws -> Value) throws -> Value {
    try connection.run("BEGIN")
    // Nothing was written, so that neither end can fail with a consequence.
    defer {
      try? connection.run("COMMIT")
      connection.trimTextStatements()
    }
    return try body()
  }

  static func writing<Value>(_ connection: Connection, _ body: () throws -> Value) throws -> Value {
    try connection.run("BEGIN IMMEDIATE")
    defer { connection.trimTextStatements() }
    do {
      let value = try body()
      try connection.run("COMMIT")
      return value
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  func renewPatience(_ isWanted: @escaping () -> Bool) {
    let own = self.isWanted
    connection.patience = Patience(
      deadline: monotonicNanoseconds().addingSaturated(limits.timeout)
    ) { own() && isWanted() }
  }

  /// Reads in one transaction, in which the log is known to be complete.
  func read<Value>(
    while isWanted: @escaping () -> Bool, _ body: () throws -> Value
  ) throws -> Value {
    renewPatience(isWanted)
    try reopenIfReplaced()
    // The table can be changed again between the repair and the next look, but not for ever.
    for _ in 0..<8 {
      let result: Value?
      do {
        result = try Self.reading(connection) {
          try connection.whileWanted { try isUpToDate() ? body() : nil }
        }
      } catch let failure as SQLiteFailure where failure.primary == SQLITE_INTERRUPT {
        throw TableError.cancelled(shape.table)
      }
      if let result { return result }
      try repair()
    }
    throw TableError(
      .unreachable, "The table \"\(shape.table)\" is being altered all the time. Try again later.")
  }

  /// Whether the schema is the one for which the log was found complete, or is found so now.
  ///
  /// It is called in a transaction.
  func isUpToDate() throws -> Bool {
    let version = try Self.schemaVersion(of: connection)
    if version == opened.schemaVersion { return true }
    let now = try TableShape(of: request.table, in: connection, path: paths.database)
    guard let log = try ChangeLog(of: now.table, in: connection, path: paths.database) else {
      throw TableError(
        .cannotBeFollowed,
        """
        The table "\(now.table)" is not followed any more, because "remove" has taken its log away. \
        Open it again.
        """)
    }
    guard try log.isComplete(for: now, in: connection) else { return false }
    if now.text != opened.shape.text { alterations += 1 }
    opened.shape.text = now.text
    try check(now)
    opened.shape = now
    opened.log = log
    opened.schemaVersion = version
    return true
  }

  /// Whether what the list reads is still there.
  private func check(_ now: TableShape) throws {
    _ = try OrderTerm.terms(of: request, in: now)
    if now.key != shape.key {
      throw TableError(
        .cannotBeFollowed,
        """
        The primary key of the table "\(now.table)" is "\(now.key)" now, and was "\(shape.key)". \
        Open the table again.
        """)
    }
  }

  /// Adds what is missing again, with another identifier of the log.
  func repair() throws {
    try Self.writing(connection) {
      let now = try TableShape(of: request.table, in: connection, path: paths.database)
      // Not if "remove" was called, or the table has no log for another reason.
      guard try ChangeLog(of: now.table, in: connection, path: paths.database) != nil else {
        return
      }
      _ = try ChangeLog.install(
        for: now, limit: limits.keptChanges, in: connection, path: paths.database)
    }
  }

  /// Opens the file again if another one has taken its place, such as a restored copy, or if its log
  /// was removed.
  func reopenIfReplaced() throws {
    if isOpen, !isReplaced { return }
    // Before the next one is opened, which would share the index of a log that was removed.
    close()
    let new = try Self.open(request, StorePaths(paths.given), limits, isWanted)
    do {
      try check(new.shape)
    } catch {
      new.connection.closeBesideStore()
      throw error
    }
    opened = new
    isOpen = true
    alterations += 1
  }

  // MARK: Commits

  /// A number that is another one after each commit of another connection.
  func dataVersion() throws -> Int64 {
    guard isOpen else { throw TableError.closed(shape.table) }
    renewPatience { true }
    return try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  /// Whether the paths lead to other files than those that are open.
  var isReplaced: Bool {
    let now = OpenFiles(database: FileIdentity(of: paths.given), beside: paths)
    return !files.areSame(as: now)
  }

  // MARK: Removing

  /// Removes what following a table has added.
  static func remove(
    _ table: String, _ paths: StorePaths, _ limits: TableLimits, isWanted: @escaping () -> Bool
  ) throws {
    let (connection, _) = try connect(paths, limits, isWanted)
    defer { connection.closeBesideStore() }
    let names = table.hasPrefix("main.") ? [table, String(table.dropFirst(5))] : [table]
    try writing(connection) {
      for name in names {
        // The register has the name as it is written in the schema.
        let own = try connection.first(
          "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
          .text(name)
        ) { $0.text(0) }
        let log = try ChangeLog(of: own ?? name, in: connection, path: paths.database)
        if let log { return try log.remove(from: connection) }
      }
    }
  }
}
#endif
