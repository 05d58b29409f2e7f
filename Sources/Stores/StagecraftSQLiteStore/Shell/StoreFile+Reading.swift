#if SQLite
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension StoreFile {
  /// Reads from a file that this store has not opened, without its lock: a process that is stopped
  /// with the lock holds up no reader.
  ///
  /// - Returns: The answer, or `nil` if the file must be opened first: it is none of this edition, or
  ///   may have been restored or begun before the machine was started.
  static func readAtOnce(
    _ call: LendingCall, in pool: String, _ core: StoreCore
  ) -> LendingAnswer? {
    let paths = core.paths
    guard (try? examine(paths)) != nil, let file = FileIdentity(of: paths.database),
      FileIdentity(of: paths.log) != nil, FileIdentity(of: paths.logIndex) != nil,
      let connection = try? Connection(path: paths.database, isReadOnly: true)
    else { return nil }
    connection.keepLog()
    defer { connection.close() }
    // As each opening does.
    SideFiles(of: paths)?.share()
    func meta(_ key: Key) throws(SQLiteFailure) -> String? {
      try connection.first("SELECT value FROM lend_meta WHERE key = ?1", .text(key.rawValue)) {
        $0.text(0)
      }
    }
    return try? {
      try connection.run("BEGIN")
      guard try Migration.edition(of: connection) == core.scripts.count,
        try meta(.boot) == core.clock.boot, try meta(.inode) == String(file.inode)
      else { return nil }
      let tables = PoolTables(connection, name: pool, client: "")
      try tables.begin()
      var machine = LendingMachine(SQLiteRecords(tables: tables))
      return try machine.decide(call, at: core.clock.now()).answer
    }()
  }
}
#endif
