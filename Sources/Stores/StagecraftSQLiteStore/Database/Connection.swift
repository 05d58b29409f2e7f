#if SQLite
internal import StageFloor
internal import CSQLite
internal import StagecraftSharedPools
internal import StoreFloor

/// How long a call waits for locks of other processes.
struct Patience {
  /// In nanoseconds of the monotonic clock.
  var deadline: Int64
  var isWanted: () -> Bool
}

/// A connection to a database file, for one thread.
///
/// Statements of lease stores are literals with numbered parameters, so that no value can become part
/// of one. Those of tables are text, in which names are quoted. They are prepared once.
final class Connection {
  /// The file grows by so many pages at once.
  private static let chunkPages: Int64 = 64

  let handle: OpaquePointer
  let home = HomeThread()
  private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]
  /// Statements that are not literals, by their text.
  var textStatements: [String: OpaquePointer] = [:]
  /// It is the store's, unless the file is one of the user's.
  private var pageSize: Int64 = 0
  /// For how many pages the file has room.
  private var reservedPages: Int64 = 0
  var patience = Patience(deadline: 0) { false }

  init(
    path: String, isReadOnly: Bool = false, mayCreate: Bool = true
  ) throws(SQLiteFailure) {
    var opened: OpaquePointer?
    let writing = SQLITE_OPEN_READWRITE | (mayCreate ? SQLITE_OPEN_CREATE : 0)
    let access = isReadOnly ? SQLITE_OPEN_READONLY : writing
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw SQLiteFailure(code: SQLITE_NOMEM, message: "out of memory") }
    handle = opened
    if result != SQLITE_OK {
      let failure = failure(result)
      sqlite3_close_v2(opened)
      throw failure
    }
    sqlite3_busy_handler(
      opened,
      { context, _ in
        guard let context else { return 0 }
        return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().waitForLock() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Closes the connection, and leaves the write-ahead log to a lease store in the file: the store
  /// would take its absence for a loss.
  func closeBesideStore() {
    if (try? hasStore) == true { keepLog() }
    close()
  }

  func close() {
    home.check()
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    finalizeTextStatements()
    sqlite3_close_v2(handle)
  }

  /// A lock of SQLite's is taken by a program that does not ask for the lock beside the file.
  ///
  /// Returns false if the patience has ended.
  func waitForLock() -> Bool {
    if monotonicNanoseconds() >= patience.deadline || !patience.isWanted() { return false }
    usleep(1_000)
    return true
  }

  /// Runs statements that may take long, and ends them as interrupted when they are not wanted any
  /// more.
  func whileWanted<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    sqlite3_progress_handler(
      handle, 100_000,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        return connection.patience.isWanted() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    return try body()
  }

  // MARK: Statements

  func run(_ sql: StaticString, _ bindings: Binding...) throws(SQLiteFailure) {
    let statement = try prepare(sql, bindings)
    defer { sqlite3_reset(statement) }
    while true {
      let result = sqlite3_step(statement)
      if result == SQLITE_DONE { return }
      if result != SQLITE_ROW { throw failure(result) }
    }
  }

  func first<Value>(
    _ sql: StaticString, _ bindings: Binding...,
    read: (Row) throws(SQLiteFailure) -> Value
  ) throws(SQLiteFailure) -> Value? {
    let statement = try prepare(sql, bindings)
    defer { sqlite3_reset(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW: return try read(Row(statement: statement))
    case let result: throw failure(result)
    }
  }

  func all<Value>(
    _ sql: StaticString, _ bindings: Binding...,
    read: (Row) throws(SQLiteFailure) -> Value
  ) throws(SQLiteFailure) -> [Value] {
    let statement = try prepare(sql, bindings)
    defer { sqlite3_reset(statement) }
    var values: [Value] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return values
      case SQLITE_ROW: values.append(try read(Row(statement: statement)))
      case let result: throw failure(result)
      }
    }
  }

  func exists(_ sql: StaticString, _ bindings: Binding...) throws(SQLiteFailure) -> Bool {
    let statement = try prepare(sql, bindings)
    defer { sqlite3_reset(statement) }
    let result = sqlite3_step(statement)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw failure(result)
  }

  func runScript(_ script: String) throws(SQLiteFailure) {
    home.check()
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }

  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  var changes: Int { Int(sqlite3_changes(handle)) }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file has the tables of a lease store.
  var hasStore: Bool {
    get throws(SQLiteFailure) {
      try exists("SELECT 1 FROM sqlite_schema WHERE name = 'lend_meta'")
    }
  }

  /// Changes the mode of the file; SQLite itself does not wait for a writer then.
  ///
  /// - Returns: Whether there is a write-ahead log now, which needs shared memory.
  func turnOnLog() throws(SQLiteFailure) -> Bool {
    while true {
      do throws(SQLiteFailure) {
        return try first("PRAGMA journal_mode = WAL") { $0.text(0) } == "wal"
      } catch {
        if !error.isBusy || !waitForLock() { throw error }
      }
    }
  }

  /// Keeps the write-ahead log when the last connection is closed, so that its absence means that
  /// something else has removed it.
  func keepLog() {
    var one: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &one)
  }

  /// Leaves the write-ahead log as it is when the connection is closed, because other programs have
  /// another one.
  func leaveLog() { _ = stage_leave_log_on_close(handle) }

  /// Takes the room in the file that the transaction will need once the log is copied there.
  ///
  /// Otherwise a disk that becomes full would keep the log from being copied, so that it grows with
  /// each renewal.
  func reservePages() throws(SQLiteFailure) {
    let pages = try first("PRAGMA page_count") { $0.integer(0) } ?? 0
    guard pages > reservedPages else { return }
    if pageSize == 0 { pageSize = try first("PRAGMA page_size") { $0.integer(0) } ?? 0 }
    var chunk = Int32(Self.chunkPages * pageSize)
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
    var size = pages * pageSize
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_SIZE_HINT, &size) == SQLITE_OK else {
      throw SQLiteFailure(code: SQLITE_FULL, message: "the file cannot be extended")
    }
    reservedPages = (pages + Self.chunkPages - 1) / Self.chunkPages * Self.chunkPages
  }

  func copy(to path: String) throws(SQLiteFailure) {
    home.check()
    // SQLite would let others read it.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { closeFile(descriptor) }
    let target = try Connection(path: path)
    defer { target.close() }
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    let result = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    if result != SQLITE_DONE { throw target.failure(result) }
    if end != SQLITE_OK { throw target.failure(end) }
  }

  // MARK: Parts

  private func prepare(
    _ sql: StaticString, _ bindings: [Binding]
  ) throws(SQLiteFailure) -> OpaquePointer {
    home.check()
    let statement: OpaquePointer
    if let known = statements[sql.utf8Start] {
      statement = known
    } else {
      var prepared: OpaquePointer?
      let result = sqlite3_prepare_v3(
        handle, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
        Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      guard result == SQLITE_OK, let prepared else { throw failure(result) }
      statements[sql.utf8Start] = prepared
      statement = prepared
    }
    var index: Int32 = 0
    for binding in bindings {
      index += 1
      let result = bind(binding, to: index, of: statement)
      if result != SQLITE_OK { throw failure(result) }
    }
    return statement
  }

  func bind(_ binding: Binding, to index: Int32, of statement: OpaquePointer) -> Int32 {
    switch binding {
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .null: return sqlite3_bind_null(statement, index)
    case .text(var value):
      // An empty string may have no address, which SQLite would take for null.
      if value.isEmpty { return sqlite3_bind_text(statement, index, "", 0, transient) }
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            statement, index, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let value):
      if value.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
      return value.withUnsafeBytes {
        sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), transient)
      }
    case .id(let value):
      let halves = (value.high.bigEndian, value.low.bigEndian)
      return withUnsafeBytes(of: halves) {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }

  func failure(_ result: Int32) -> SQLiteFailure {
    // Otherwise it is the number of an earlier failure.
    let hasNumber = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(result & 0xFF)
    return SQLiteFailure(
      code: result, number: hasNumber ? sqlite3_system_errno(handle) : 0,
      message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// SQLite copies the value.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
#endif
