#if SQLite
@_spi(Store) import StagecraftSharedPools
import StagecraftLists
import StagecraftTableLists
import Testing

@testable import StagecraftSQLiteStore

/// A row of ``Library/orders``.
private struct Order: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var title: String?
  var state: Int?
}

/// One file with another library for SQLite, in the same process or another one.
///
/// The other side is a plain connection, set up as such libraries do for a file that several
/// processes share.
@Suite("Beside another library for SQLite", .timeLimit(.minutes(1)))
struct NeighbourTests {
  private static let setUp = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 5000;
    """

  private let neighbour: Library

  init() throws { neighbour = try Library(Self.setUp + Library.orders) }

  private func waitUntil(
    _ orders: TableList<Order>, _ isShown: (ListSnapshot<Order>) -> Bool
  ) async {
    for await transition in orders.list.transitions() where isShown(transition.new) { return }
  }

  private func sharing() -> SQLiteStore {
    var configuration = SQLiteStoreConfiguration()
    configuration.sharesFile = true
    return SQLiteStore(neighbour.path, configuration: configuration)
  }

  private func fence(of store: SQLiteStore, adding name: String) async throws -> Fence {
    let reader = try await Reader(store)
    try await reader.add(name)
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    try await reader.giveBack(ask, grant)
    return grant.fence
  }

  @Test func eachSideSeesTheCommitsOfTheOther() async throws {
    let orders = try await TableList<Order>("orders", at: neighbour.tables)
    try neighbour.run("BEGIN IMMEDIATE; UPDATE orders SET state = 7 WHERE id = 3; COMMIT")
    await waitUntil(orders) { $0[id: 3]?.state == 7 }
    let version = try neighbour.rows("PRAGMA data_version")
    try await orders.update(1) { $0.state = 5 }
    #expect(try neighbour.rows("SELECT state FROM orders WHERE id = 1") == ["5"])
    // What a connection polls to learn of commits that it has not made.
    #expect(try neighbour.rows("PRAGMA data_version") != version)
    await orders.close()
  }

  @Test func aWriterWithoutATimeoutIsRefusedWhileTheOtherSideWrites() async throws {
    let neighbour = neighbour
    try neighbour.run("PRAGMA busy_timeout = 0")
    try await neighbour.tables.transaction { transaction in
      try transaction.run("UPDATE orders SET state = 1")
      let refusal = #expect(throws: LibraryError.self) {
        try neighbour.run("UPDATE orders SET state = 2")
      }
      #expect(refusal?.message == "database is locked")
      // Reading waits for nothing, and finds the last commit.
      #expect(try neighbour.rows("SELECT count(*) FROM orders WHERE state = 0") == ["2"])
    }
    try neighbour.run("UPDATE orders SET state = 2")
  }

  @Test func aMigrationThatMakesTheTableAgainIsFollowed() async throws {
    let orders = try await TableList<Order>("orders", at: neighbour.tables)
    try neighbour.run(
      """
      BEGIN IMMEDIATE;
      CREATE TABLE new_orders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, state INTEGER, note TEXT);
      INSERT INTO new_orders SELECT id, title, state, NULL FROM orders;
      DROP TABLE orders;
      ALTER TABLE new_orders RENAME TO orders;
      PRAGMA user_version = 2;
      COMMIT;
      """)
    try neighbour.run("UPDATE orders SET title = 'Krabat' WHERE id = 1")
    await waitUntil(orders) { $0[id: 1]?.title == "Krabat" }
    try neighbour.run("UPDATE orders SET title = 'Zora' WHERE id = 2")
    await waitUntil(orders) { $0[id: 2]?.title == "Zora" }
    #expect(orders.list.snapshot().count == 3)
    #expect(try neighbour.rows("PRAGMA user_version") == ["2"])
    await orders.close()
  }

  @Test func allThatIsAddedHasAPrefix() async throws {
    let names = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    let before = try Set(neighbour.rows(names))
    let orders = try await TableList<Order>("orders", at: neighbour.tables)
    let store = sharing()
    _ = try await fence(of: store, adding: "Momo")
    let added = try Set(neighbour.rows(names)).subtracting(before)
    #expect(added.contains("stagecraft_followed") && added.count > 4)
    #expect(added.allSatisfy { $0.hasPrefix("stagecraft_") || $0.hasPrefix("lend_") })
    await store.close()
    await orders.close()
  }

  /// SQLite removes the log with the last connection, and a store takes that for a loss of what
  /// the log had.
  @Test(arguments: [true, false])
  func fencesGoOnIfTheOtherSideLeavesTheLog(leavesLog: Bool) async throws {
    if leavesLog { neighbour.keepLog() }
    let store = sharing()
    let before = try await fence(of: store, adding: "Momo")
    await store.close()
    try neighbour.run("UPDATE orders SET state = 1")
    neighbour.disconnect()
    #expect((FileIdentity(of: neighbour.path + "-wal") != nil) == leavesLog)
    let again = SQLiteStore(neighbour.path)
    let after = try await fence(of: again, adding: "Emil")
    #expect(after > before)
    #expect((after.epoch == before.epoch) == leavesLog)
    await again.close()
  }
}
#endif
