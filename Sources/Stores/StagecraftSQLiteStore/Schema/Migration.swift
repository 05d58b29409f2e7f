#if SQLite
internal import StagecraftSharedPools

struct Migration {
  let paths: StorePaths
  let scripts: [String]

  var edition: Int { scripts.count }

  func run(on connection: Connection) throws {
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let version = try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    if application == 0, version == 0, tables == 0 {
      try configure(connection, isNew: true)
      return try upgrade(connection, from: 0)
    }
    if application != Schema.applicationID || version < 1 {
      throw LeaseStoreError(
        .notAStore,
        "\"\(paths.database)\" is a database of another program. Name a file of the store's own.")
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
    try upgrade(connection, from: version)
  }

  private func configure(_ connection: Connection, isNew: Bool) throws {
    if isNew { try connection.runScript("PRAGMA page_size = \(Schema.pageSize)") }
    let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
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

  private func upgrade(_ connection: Connection, from version: Int) throws {
    try connection.runScript("PRAGMA synchronous = FULL")
    do {
      try connection.runScript("BEGIN IMMEDIATE")
      for script in scripts[version...] { try connection.runScript(script) }
      try connection.runScript(
        """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(edition);
        COMMIT;
        """)
    } catch {
      if connection.isInTransaction { try? connection.runScript("ROLLBACK") }
      throw error
    }
    try connection.runScript("PRAGMA synchronous = NORMAL")
  }
}
#endif
