#if SQLite
internal import StagecraftSharedPools

struct Migration {
  let paths: StorePaths
  let scripts: [String]
  let sharesFile: Bool

  var edition: Int { scripts.count }

  func run(on connection: Connection) throws {
    let version = try Self.edition(of: connection)
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    guard let version else {
      let isForeign = try tables > 0 || Self.marks(of: connection) != (0, 0)
      if isForeign, !sharesFile {
        throw LeaseStoreError(
          .notAStore,
          """
          "\(paths.database)" is a database of another program. Name a file of the store's own; a \
          program can share its own file with `SQLiteStoreConfiguration.sharesFile`.
          """)
      }
      try configure(connection, isNew: !isForeign)
      return try upgrade(connection, from: 0, isMarked: !isForeign)
    }
    if version > edition {
      throw LeaseStoreError(
        .tooNew,
        """
        The store "\(paths.database)" has edition \(version), and this program knows editions up to \
        \(edition). Use a newer version of this program.
        """)
    }
    try configure(connection, isNew: false)
    guard version < edition else { return }
    try connection.copy(to: "\(paths.database)-edition-\(version)")
    try upgrade(
      connection, from: version,
      isMarked: Self.marks(of: connection).application == Schema.applicationID)
  }

  /// The edition of the store's tables, or nil if the file has none.
  static func edition(of connection: Connection) throws(SQLiteFailure) -> Int? {
    if try connection.hasStore {
      let edition = try connection.first("SELECT value FROM lend_meta WHERE key = 'edition'") {
        Int($0.text(0))
      }
      guard let edition = edition ?? nil else { throw .nonsense("The edition is missing.") }
      return edition
    }
    // Editions 1 and 2 had a file of their own.
    let marks = try marks(of: connection)
    return marks.application == Schema.applicationID && marks.version >= 1 ? marks.version : nil
  }

  private static func marks(
    of connection: Connection
  ) throws(SQLiteFailure) -> (application: Int64, version: Int) {
    (
      try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0,
      try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
    )
  }

  private func configure(_ connection: Connection, isNew: Bool) throws {
    if isNew { try connection.runScript("PRAGMA page_size = \(Schema.pageSize)") }
    guard try connection.turnOnLog() else {
      throw LeaseStoreError(
        .unsuitable,
        """
        The file system of "\(paths.database)" has no shared memory for SQLite's log. Keep the \
        store on a local disk.
        """)
    }
    try connection.runScript(
      """
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -8192;
      PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA wal_autocheckpoint = \(Schema.pagesBetweenCheckpoints);
      PRAGMA journal_size_limit = 16777216;
      """)
    connection.keepLog()
  }

  /// Marks the file, for `file` and for other programs, unless it is one of the user's.
  private func upgrade(_ connection: Connection, from version: Int, isMarked: Bool) throws {
    try connection.runScript("PRAGMA synchronous = FULL")
    do {
      try connection.runScript("BEGIN IMMEDIATE")
      if try version > 0 && !connection.hasStore {
        let tables = try connection.all(
          "SELECT name FROM sqlite_schema WHERE type = 'table'"
        ) { $0.text(0) }
        try connection.runScript(Schema.renaming(tables))
      }
      for script in scripts[version...] { try connection.runScript(script) }
      try connection.run(
        "INSERT INTO lend_meta VALUES ('edition', ?1) ON CONFLICT DO UPDATE SET value = ?1",
        .text(String(edition)))
      if isMarked {
        try connection.runScript(
          """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(edition);
          """)
      }
      try connection.runScript("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.runScript("ROLLBACK") }
      throw error
    }
    try connection.runScript("PRAGMA synchronous = NORMAL")
  }
}
#endif
