#if SQLite
internal import StageFloor
public import StagecraftTableLists
internal import StoreFloor

extension SQLiteTables {
  /// Runs statements of SQL in one transaction, such as those that change the schema.
  ///
  /// ```swift
  /// try await database.run("CREATE INDEX IF NOT EXISTS loans_reader ON loans (reader)")
  /// ```
  ///
  /// It is a ``transaction(_:)`` of one script.
  ///
  /// - Parameter script: The statements, separated by semicolons.
  /// - Throws: ``TableError`` with SQLite's sentence, if nothing was written.
  public func run(_ script: String) async throws(TableError) {
    do {
      try await transaction { transaction in try transaction.run(script) }
    } catch {
      throw TableError(error, path: path)
    }
  }

  /// Makes a transaction on the whole file, such as to create the tables and to fill them.
  ///
  /// All of it is committed, or nothing. Processes that start at once do it one after the other, so
  /// that each can look for what it would create:
  ///
  /// ```swift
  /// try await database.transaction { transaction in
  ///   if try transaction.hasTable("books") { return }
  ///   try transaction.run("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT")
  ///   try transaction.insert(classics, into: "books")
  /// }
  /// ```
  ///
  /// - The file is created if it is missing, as other programs create files: its rights follow the
  ///   `umask`.
  /// - Other writers wait for the end of the closure, and readers for none of it. It waits for
  ///   other writers as long as `timeout` says.
  /// - The closure runs once, on a thread of its own, which it may block. An error that it throws
  ///   rolls everything back.
  /// - When the task is cancelled, the statement that runs is interrupted.
  /// - Foreign keys are enforced, and the commit is flushed to the disk.
  /// - Lists that follow a changed table follow the commit like any other.
  ///
  /// - Parameter body: Reads and writes.
  /// - Returns: What the closure returns.
  /// - Throws: ``TableError`` or an error of the closure, if nothing was written.
  public func transaction<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing SQLiteTransaction) throws -> Value
  ) async throws -> Value {
    try await perform { core, isWanted in
      try TableFile.transact(core.paths, core.limits, isWanted: isWanted, body)
    }
  }

  /// Reads the whole file in one state, beside all writers.
  ///
  /// ```swift
  /// let orphans = try await database.read { file in
  ///   try file.rows("SELECT id FROM loans WHERE id NOT IN (SELECT id FROM books)")
  /// }
  /// ```
  ///
  /// The closure runs once, on a thread of its own, which it may block. What it writes is refused.
  /// When the task is cancelled, the statement that runs is interrupted.
  ///
  /// - Parameter body: Reads.
  /// - Returns: What the closure returns.
  /// - Throws: ``TableError`` or an error of the closure.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing SQLiteTransaction) throws -> Value
  ) async throws -> Value {
    try await perform { core, isWanted in
      try TableFile.read(core.paths, core.limits, isWanted: isWanted, body)
    }
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (TableCore, @escaping () -> Bool) throws -> Value
  ) async throws -> Value {
    let core = try core(TableRequest(table: ""))
    let thread = try core.start()
    let call = TableCall<Result<Value, any Error>>()
    thread.submit(
      .transaction { error in
        if let error { return call.answer(.failure(error)) }
        call.answer(.success(Result { try work(core, { call.isWanted }) }))
      })
    let result: Result<Result<Value, any Error>, TableError>
    do throws(TableError) {
      result = .success(try await call.value())
    } catch {
      result = .failure(error)
    }
    await thread.stopAndWait()
    do {
      return try result.get().get()
    } catch let failure as SQLiteFailure {
      throw TableError(failure, path: path)
    }
  }
}

extension TableFile {
  fileprivate static func transact<Value>(
    _ paths: StorePaths, _ limits: TableLimits, isWanted: @escaping () -> Bool,
    _ body: (borrowing SQLiteTransaction) throws -> Value
  ) throws -> Value {
    let isNew = try paths.createForTables()
    let (connection, _) = try connect(paths, limits, isWanted)
    defer { connection.closeBesideStore() }
    // Lists turn it on, and many that are opened at once would hold each other up.
    if isNew { _ = try connection.turnOnLog() }
    return try writing(connection) {
      let value = try connection.whileWanted {
        try body(SQLiteTransaction(connection, path: paths.given))
      }
      guard isWanted() else { throw TableError.cancelled(path: paths.given) }
      // A commit waits for readers if the file has no write-ahead log.
      connection.patience.deadline = monotonicNanoseconds().addingSaturated(limits.timeout)
      return value
    }
  }

  fileprivate static func read<Value>(
    _ paths: StorePaths, _ limits: TableLimits, isWanted: @escaping () -> Bool,
    _ body: (borrowing SQLiteTransaction) throws -> Value
  ) throws -> Value {
    let (connection, _) = try connect(paths, limits, isWanted)
    defer { connection.closeBesideStore() }
    try connection.runScript("PRAGMA query_only = ON")
    return try reading(connection) {
      try connection.whileWanted {
        try body(SQLiteTransaction(connection, path: paths.given))
      }
    }
  }
}
#endif
