#if PostgreSQL
import PostgresCluster
import StagecraftPostgresStore
import StagecraftTableLists
import Testing

/// Logs whose oldest entries are deleted.
///
/// On a server of their own: transactions of other databases are in the same snapshots.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct PrunedLogTests {
  let database: TablesDatabase
  let writer: TestConnection
  let tables: PostgresTables

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
    for _ in 0..<300 { try writer.execute("update orders set copies = copies + 1") }
    let kept = Int(try writer.execute("select count(*) from stagecraft.changes") ?? "") ?? 0
    #expect(kept < 100 + 2 * 1_024)
    #expect(try await copy.table.changes(since: position) == .unknown)
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    // What comes afterwards is known, although more is pruned.
    try writer.execute("update orders set copies = 0 where id = 1")
    #expect(try await copy.catchUp()?.written == 1)
    await tables.close()
  }

  /// A transaction that takes long, such as in another database, must not make followers read all
  /// rows at each commit.
  @Test func aLongTransactionKeepsTheLogUsable() async throws {
    let copy = try await follow()
    try writer.execute("update stagecraft.edition set log_length = 100")
    let long = try TablesDatabase(on: database.cluster).connect()
    try long.execute("begin; insert into orders values (1, 'long', 1)")
    for _ in 0..<200 { try writer.execute("update orders set copies = copies + 1") }
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
