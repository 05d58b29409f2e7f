#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

final class StoreFile {
  let connection: Connection
  let lock: StoreLock
  let folder: ClientFolder
  private let client: String
  let paths: StorePaths
  private var tables: [String: PoolTables] = [:]
  private var identities: [String: FileIdentity] = [:]
  private var clients: [String: (edition: Int64, names: [String])] = [:]

  init(
    _ connection: Connection, _ lock: StoreLock, _ folder: ClientFolder, client: String,
    _ paths: StorePaths
  ) {
    self.connection = connection
    self.lock = lock
    self.folder = folder
    self.client = client
    self.paths = paths
  }

  private(set) var isClosed = false

  func close() {
    if isClosed { return }
    isClosed = true
    connection.close()
  }

  // MARK: Identity

  func noteIdentity() throws(LeaseStoreError) {
    for path in [paths.database, paths.log, paths.logIndex] {
      guard let identity = FileIdentity(of: path) else { throw removed(path) }
      identities[path] = identity
    }
  }

  /// Checks that the files have not been removed or replaced since they were opened.
  ///
  /// SQLite would go on with the removed ones, and processes that open the store now with others.
  func checkIdentity() throws(LeaseStoreError) {
    for (path, identity) in identities where !identity.isSameFile(as: FileIdentity(of: path)) {
      throw removed(path)
    }
  }

  private func removed(_ path: String) -> LeaseStoreError {
    LeaseStoreError(
      .damaged,
      """
      The file "\(path)" was removed or replaced while the store was in use. Stop all programs that \
      use the store, and start them again.
      """)
  }

  // MARK: Transactions

  /// The caller has the lock.
  ///
  /// On a full disk, `body` is called twice.
  func write<Value>(
    _ pool: String, isDurable: Bool, _ body: (PoolTables) throws(SQLiteFailure) -> Value
  ) throws(SQLiteFailure) -> Value {
    do throws(SQLiteFailure) {
      return try writeOnce(pool, isDurable, body)
    } catch {
      guard error.isFull else { throw error }
      // Once all of the log is in the file, the log is overwritten from its beginning: a renewal,
      // which changes existing rows, needs no room then.
      try connection.run("PRAGMA wal_checkpoint(PASSIVE)")
      return try writeOnce(pool, isDurable, body)
    }
  }

  private func writeOnce<Value>(
    _ pool: String, _ isDurable: Bool, _ body: (PoolTables) throws(SQLiteFailure) -> Value
  ) throws(SQLiteFailure) -> Value {
    let tables = self.tables(of: pool)
    if isDurable { try connection.runScript("PRAGMA synchronous = FULL") }
    defer { if isDurable { try? connection.runScript("PRAGMA synchronous = NORMAL") } }
    try connection.run("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      try tables.begin()
      let value = try body(tables)
      try tables.finish()
      try connection.reservePages()
      try connection.run("COMMIT")
      return value
    } catch {
      rollBack(tables)
      throw error
    }
  }

  /// Needs no lock and waits for none.
  func read<Value>(
    _ pool: String, _ body: (PoolTables) throws(SQLiteFailure) -> Value
  ) throws(SQLiteFailure) -> Value {
    let tables = self.tables(of: pool)
    try connection.run("BEGIN")
    do throws(SQLiteFailure) {
      try tables.begin()
      let value = try body(tables)
      try connection.run("COMMIT")
      return value
    } catch {
      rollBack(tables)
      throw error
    }
  }

  private func rollBack(_ tables: PoolTables) {
    tables.forgetAll()
    // SQLite rolls back by itself after some errors.
    if connection.isInTransaction { try? connection.run("ROLLBACK") }
  }

  private func tables(of pool: String) -> PoolTables {
    if let known = tables[pool] { return known }
    // A client that names ever new pools must not fill the memory.
    if tables.count >= 1_000 { tables = [:] }
    let new = PoolTables(connection, name: pool, client: client)
    tables[pool] = new
    return new
  }

  /// Whether a decision must survive a failure of the machine.
  ///
  /// A grant need not: its holder does not survive either, and the next boot raises the epoch.
  func mustBeDurable(_ call: LendingCall, _ pool: String) throws(SQLiteFailure) -> Bool {
    switch call {
    case .keep: true
    case .open: try !connection.exists("SELECT 1 FROM lend_pool WHERE name = ?1", .text(pool))
    default: false
    }
  }

  // MARK: What is stored for the whole file

  enum Key: String {
    /// The boot of the machine during which the clock counts.
    case boot
    /// The inode of the file.
    case inode
    /// The fence after which those of a new pool begin.
    case fenceFloor = "fence_floor"
  }

  func value(of key: Key) throws(SQLiteFailure) -> String? {
    try connection.first("SELECT value FROM lend_meta WHERE key = ?1", .text(key.rawValue)) {
      $0.text(0)
    }
  }

  func set(_ key: Key, to value: String) throws(SQLiteFailure) {
    try connection.run(
      "INSERT INTO lend_meta VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value",
      .text(key.rawValue), .text(value))
  }

  func fenceFloor() throws(SQLiteFailure) -> Fence {
    try value(of: .fenceFloor).flatMap { Fence($0) } ?? Fence(epoch: 1, counter: 0)
  }

  /// Raises the epochs of all pools, and that of pools that are created later, above a number.
  ///
  /// - Returns: The highest epoch.
  func raiseEpochs(above epoch: Int64, at now: Int64) throws(SQLiteFailure) -> Int64 {
    let floor = try fenceFloor()
    var highest = floor.epoch
    if epoch >= floor.epoch {
      highest = epoch + 1
      try set(.fenceFloor, to: Fence(epoch: highest, counter: 0).description)
    }
    for pool in try pools() {
      highest = max(
        highest,
        try write(pool, isDurable: true) { tables throws(SQLiteFailure) in
          var machine = LendingMachine(SQLiteRecords(tables: tables))
          _ = try machine.raiseEpoch(above: epoch, at: now, endingLeases: false)
          return tables.row?.epoch ?? 0
        })
    }
    return highest
  }

  // MARK: Pools and clients

  func pools() throws(SQLiteFailure) -> [String] {
    try connection.all("SELECT name FROM lend_pool ORDER BY number") { $0.text(0) }
  }

  func pools(ofClient client: String) throws(SQLiteFailure) -> [String] {
    try connection.all(
      """
      SELECT name FROM lend_pool WHERE EXISTS (
        SELECT 1 FROM lend_session
        WHERE lend_session.pool = lend_pool.number AND lend_session.client = ?1)
      ORDER BY number
      """, .text(client)
    ) { $0.text(0) }
  }

  /// Some of them may have closed.
  func clients(on tables: PoolTables) throws(SQLiteFailure) -> [String] {
    guard let edition = tables.row?.clients else { return [] }
    if let known = clients[tables.name], known.edition == edition { return known.names }
    let names = try tables.clients()
    if clients.count >= 1_000 { clients = [:] }
    clients[tables.name] = (edition, names)
    return names
  }
}
#endif
