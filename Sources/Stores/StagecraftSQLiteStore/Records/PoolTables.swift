#if SQLite
@_spi(Store) internal import StagecraftSharedPools

/// The tables of one pool on one connection, and what is cached of them.
///
/// Between ``begin()`` and ``finish()`` a transaction is open. What changes with every decision is
/// read and written once in each: the row of the pool, and a request that is granted as soon as it
/// is inserted. What changes rarely, the label sets and kinds, is kept until the pool's row shows
/// that it has changed.
final class PoolTables {
  let connection: Connection
  let name: String
  /// The client to which new sessions belong.
  let client: String

  var row: PoolRow?
  private var isRowChanged = false
  var catalogue = Catalogue()
  var wantsCache = WantsCache()
  private var settings: (rules: Int64, value: SharedPoolSettings)?
  /// A request that is not in its table yet.
  private var pending: LendingRequestRecord?
  /// Whether requests wait, and some of them for several resources, if this transaction has read
  /// it.
  var isWaiting: Bool?
  var isWaitingForSeveral: Bool?
  /// The latest instant since which no session without leases has gone unseen, if known.
  var noneUnseenSince: Int64?
  /// What was lent in this transaction.
  var lent: [LendingID: [Int]] = [:]
  /// The resources as they are in their table, as far as this transaction has seen them.
  var seen: [Int: LendingResourceRecord] = [:]

  init(_ connection: Connection, name: String, client: String) {
    self.connection = connection
    self.name = name
    self.client = client
  }

  // MARK: Transactions

  func begin() throws(SQLiteFailure) {
    seen.removeAll(keepingCapacity: true)
    forgetLine()
    lent.removeAll(keepingCapacity: true)
    pending = nil
    isRowChanged = false
    row = try connection.first(
      """
      SELECT number, rules, catalogue, clients, epoch, last_fence, last_ticket, last_join, last_event
      FROM lend_pool WHERE name = ?1
      """, .text(name)
    ) { row in
      PoolRow(
        number: row.integer(0), rules: row.integer(1), catalogue: row.integer(2),
        clients: row.integer(3), epoch: row.integer(4), lastFence: row.integer(5),
        lastTicket: row.integer(6), lastJoin: row.integer(7), lastEvent: row.integer(8))
    }
    if let row { try row.check() }
    if let row, row.catalogue != catalogue.edition { catalogue = Catalogue(edition: row.catalogue) }
  }

  func finish() throws(SQLiteFailure) {
    try writePending()
    try writeLent()
    guard isRowChanged, let row else { return }
    isRowChanged = false
    try connection.run(
      """
      UPDATE lend_pool SET rules = ?2, catalogue = ?3, clients = ?4, epoch = ?5, last_fence = ?6,
        last_ticket = ?7, last_join = ?8, last_event = ?9
      WHERE number = ?1
      """, .integer(row.number), .integer(row.rules), .integer(row.catalogue),
      .integer(row.clients),
      .integer(row.epoch), .integer(row.lastFence), .integer(row.lastTicket),
      .integer(row.lastJoin), .integer(row.lastEvent))
  }

  /// Clears the caches after a rollback, because they may differ from the tables.
  func forgetAll() {
    row = nil
    isRowChanged = false
    pending = nil
    settings = nil
    catalogue = Catalogue()
    seen = [:]
    lent = [:]
    forgetLine()
  }

  func forgetLine() {
    isWaiting = nil
    isWaitingForSeveral = nil
    noneUnseenSince = nil
  }

  // MARK: The pool

  /// The number of the pool, which exists.
  var number: Int64 {
    guard let row else { preconditionFailure("The pool does not exist.") }
    return row.number
  }

  /// Changes the row of the pool, which exists.
  func change<Value>(_ change: (inout PoolRow) -> Value) -> Value {
    guard var row else { preconditionFailure("The pool does not exist.") }
    isRowChanged = true
    defer { self.row = row }
    return change(&row)
  }

  func pool() throws(SQLiteFailure) -> LendingPoolRecord? {
    guard let row else { return nil }
    let settings = try currentSettings(row)
    return LendingPoolRecord(
      settings: settings, epoch: row.epoch, lastFence: row.lastFence, lastTicket: row.lastTicket,
      lastJoin: row.lastJoin)
  }

  private func currentSettings(_ row: PoolRow) throws(SQLiteFailure) -> SharedPoolSettings {
    if let settings, settings.rules == row.rules { return settings.value }
    let text = try connection.first(
      "SELECT settings FROM lend_pool WHERE number = ?1", .integer(row.number)
    ) { $0.text(0) }
    let value: SharedPoolSettings = try Coding.decode(text ?? "", "settings")
    if let flaw = value.flaw { throw .nonsense(flaw) }
    settings = (row.rules, value)
    return value
  }

  func setPool(_ pool: LendingPoolRecord) throws(SQLiteFailure) {
    guard let row else { return try insert(pool) }
    if try currentSettings(row) != pool.settings {
      change { $0.rules += 1 }
      settings = (row.rules + 1, pool.settings)
      try connection.run(
        "UPDATE lend_pool SET settings = ?2 WHERE number = ?1", .integer(row.number),
        .text(Coding.encode(pool.settings)))
    }
    change {
      $0.epoch = pool.epoch
      $0.lastFence = pool.lastFence
      $0.lastTicket = pool.lastTicket
      $0.lastJoin = pool.lastJoin
    }
  }

  private func insert(_ pool: LendingPoolRecord) throws(SQLiteFailure) {
    var pool = pool
    let floor = try connection.first("SELECT value FROM lend_meta WHERE key = 'fence_floor'") {
      Fence($0.text(0))
    }
    if let floor = floor ?? nil, floor > Fence(epoch: pool.epoch, counter: pool.lastFence) {
      pool.epoch = floor.epoch
      pool.lastFence = floor.number & (1 << 40 - 1)
    }
    try connection.run(
      "INSERT INTO lend_pool VALUES (NULL, ?1, ?2, 1, 1, 1, ?3, ?4, ?5, ?6, 0, 0)", .text(name),
      .text(Coding.encode(pool.settings)), .integer(pool.epoch), .integer(pool.lastFence),
      .integer(pool.lastTicket), .integer(pool.lastJoin))
    row = PoolRow(
      number: connection.lastRow, rules: 1, catalogue: 1, clients: 1, epoch: pool.epoch,
      lastFence: pool.lastFence, lastTicket: pool.lastTicket, lastJoin: pool.lastJoin, lastEvent: 0)
    settings = (1, pool.settings)
    catalogue = Catalogue(edition: 1)
  }

  // MARK: The pending request

  /// Holds a new request back, because it may be granted in the next step.
  func hold(_ request: LendingRequestRecord) throws(SQLiteFailure) {
    try writePending()
    pending = request
  }

  func forgetHeld() { pending = nil }

  func held(_ id: LendingID) -> LendingRequestRecord? { pending?.id == id ? pending : nil }

  /// Called before any other use of the table of requests.
  func writePending() throws(SQLiteFailure) {
    guard let request = pending else { return }
    pending = nil
    try write(new: request)
  }
}

struct PoolRow {
  var number: Int64
  var rules: Int64
  var catalogue: Int64
  var clients: Int64
  var epoch: Int64
  var lastFence: Int64
  var lastTicket: Int64
  var lastJoin: Int64
  var lastEvent: Int64

  /// Checks that nothing in it is so large that counting on would overflow.
  func check() throws(SQLiteFailure) {
    let counters = [rules, catalogue, clients, lastTicket, lastEvent]
    guard counters.allSatisfy({ (0..<1 << 62).contains($0) }),
      (0..<1 << 22).contains(epoch), (0..<1 << 40).contains(lastFence),
      Row.instants.contains(lastJoin)
    else { throw .nonsense("A counter of the pool is out of range.") }
  }
}

/// The label sets and kinds of a pool, as far as they were asked for.
struct Catalogue {
  var edition: Int64 = -1
  var labelSets: [Labels: Int] = [:]
  var kinds: [[Int]: Int] = [:]
  var labelSetsOfKinds: [Int: [Int]] = [:]
  var lastUsed: [Int: Int64] = [:]
  /// The first resources of the stock that fit a label set, and how many were looked for.
  var stock: [Int: (limit: Int, ordinals: [Int])] = [:]
  var fits: [Int: [Int]] = [:]
}
#endif
