#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// Logs whose oldest entries are deleted.
///
/// On a server of their own: transactions of other databases are in the same snapshots.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct PrunedLogTests {
  let database: TablesDatabase
  let writer: TestConnection
  let tables: TestedTables

  init() throws {
    database = try TablesDatabase(on: PostgresCluster())
    writer = try database.connect()
    try writer.execute("insert into orders select g, 'book ' || g, g from generate_series(1, 20) g")
    tables = try database.tables()
  }

  private func follow() async throws -> FollowedCopy {
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    return copy
  }

  @Test func aPrunedLogIsReadAgain() async throws {
    let copy = try await follow()
    try writer.execute("update stagecraft.edition set log_length = 100")
    for _ in 0..<3 { try writer.execute("update orders set copies = copies + 1") }
    #expect(try await copy.catchUp()?.written == 20)
    let position = copy.position
    for _ in 0..<900 { try writer.execute("update orders set copies = copies + 1") }
    let kept = Int(try writer.execute("select count(*) from stagecraft.changes") ?? "") ?? 0
    // Each counts twice.
    #expect(kept < (100 + 1_024) / 2)
    #expect(try await copy.table.changes(since: position) == .unknown)
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    // What comes afterwards is known, although more is pruned.
    try writer.execute("update orders set copies = 0 where id = 1")
    #expect(try await copy.catchUp()?.written == 1)
    await tables.close()
  }

  @Test func aStatementWithTooManyKeysWritesNone() async throws {
    let copy = try await follow()
    func entries() throws -> String? {
      try writer.execute("select count(*) || ' ' || count(keys) from stagecraft.changes")
    }
    try writer.execute("insert into orders select g, '', 0 from generate_series(21, 100000) g")
    #expect(try entries() == "1 1")
    #expect(try await copy.catchUp()?.written == 99_980)
    try writer.execute("update orders set copies = 0")
    #expect(try entries() == "2 2")
    #expect(try await copy.catchUp()?.written == 100_000)
    try writer.execute("insert into orders values (100001, '', 0)")
    try writer.execute("update orders set copies = 1")
    #expect(try entries() == "4 3")
    #expect(try await copy.catchUp() == nil)
    try writer.execute("update orders set copies = 1 where id <= 10")
    #expect(try await copy.catchUp()?.written == 10)
    // Keys that change are two for each row.
    try writer.execute("update orders set id = id + 1000000 where id <= 5")
    let changes = try await copy.catchUp()
    #expect(changes?.written == 5 && changes?.removed == 5)
    try writer.execute("delete from orders")
    #expect(try await copy.catchUp() == nil)
    #expect(copy.rows.isEmpty)
    await tables.close()
  }

  /// An entry counts once for each 16 keys.
  @Test func largeStatementsArePrunedAsFastAsTheyAreAdded() async throws {
    let copy = try await follow()
    try writer.execute("update stagecraft.edition set log_length = 2000")
    try writer.execute("insert into orders select g, '', 0 from generate_series(21, 16000) g")
    for _ in 0..<9 { try writer.execute("update orders set copies = copies + 1") }
    #expect(
      try writer.execute("select sum(cardinality(keys)) <= 48000 from stagecraft.changes") == "t")
    #expect(try await copy.catchUp() == nil)
    await tables.close()
  }

  /// Their transactions could fail if they deleted what others delete.
  @Test func followersPruneForSerializableWriters() async throws {
    let copy = try await follow()
    try writer.execute("update stagecraft.edition set log_length = 100")
    try writer.execute("set default_transaction_isolation = 'serializable'")
    for _ in 0..<120 { try writer.execute("update orders set copies = copies + 1") }
    #expect(try writer.execute("select count(*) from stagecraft.changes") == "120")
    for _ in 0..<60 {
      try writer.execute("update orders set copies = copies + 1")
      try await copy.catchUp()
    }
    #expect(try copy.content == writer.content())
    // The thread prunes before it writes.
    let edit: TableEdit = .remove(key: .integer(1), expecting: [])
    #expect(try await copy.table.write([edit]) == .written)
    let kept = Int(try writer.execute("select count(*) from stagecraft.changes") ?? "") ?? 0
    #expect(kept < 120)
    await tables.close()
  }

  /// A transaction that takes long, such as in another database, must not make followers read all
  /// rows at each commit.
  @Test func aLongTransactionKeepsTheLogUsable() async throws {
    let copy = try await follow()
    try writer.execute("update stagecraft.edition set log_length = 100")
    let long = try TablesDatabase(on: database.cluster).connect()
    try long.execute("begin; insert into orders values (1, 'long', 1)")
    for _ in 0..<900 { try writer.execute("update orders set copies = copies + 1") }
    #expect(try await copy.catchUp() == nil)
    for _ in 0..<3 {
      try writer.execute("update orders set copies = 0 where id = 1")
      #expect(try await copy.catchUp()?.written == 1)
    }
    try long.execute("commit")
    try await copy.catchUp()
    #expect(try copy.content == writer.content())
    await tables.close()
  }
}
#endif
