#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import StagecraftTableLists
import Testing

@testable import StagecraftSQLiteStore

/// A pool and tables of the user in one file.
@Suite("A pool beside tables", .timeLimit(.minutes(1)))
struct SharedFileTests {
  /// The names that the tables of a pool had once, and others that users choose.
  static let schema = """
    CREATE TABLE session (id INTEGER PRIMARY KEY, reader TEXT) STRICT;
    CREATE TABLE request (id INTEGER PRIMARY KEY);
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
    CREATE INDEX request_id ON request (id);
    CREATE VIEW pool AS SELECT 1 AS one;
    """

  private func sharing(_ path: String) -> SQLiteStore {
    var configuration = SQLiteStoreConfiguration()
    configuration.sharesFile = true
    return SQLiteStore(path, configuration: configuration)
  }

  @Test func aPoolOpensInAFileWithTables() async throws {
    let folder = try TemporaryFolder()
    let path = folder["city.sqlite"]
    let tables = SQLiteTables(path)
    // The user's own number of the schema, and mark.
    try await tables.run("\(Self.schema) PRAGMA user_version = 7; PRAGMA application_id = 99")
    // As long as it lives, it is no client of the store that is made then.
    let refusing = SQLiteStore(path)
    let refused = await failure { try await Reader(refusing) }
    #expect(refused?.code == .notAStore)
    #expect(refused?.explanation.contains("sharesFile") == true)

    let store = sharing(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    try await reader.giveBack(ask, grant)
    await store.close()
    // From now on, the file is known as a store's.
    let again = SQLiteStore(path)
    #expect(try await Reader(again).report().resources.map(\.name) == ["Momo"])
    await again.close()
    #expect(try number("PRAGMA user_version", path) == 7)
    #expect(try number("PRAGMA application_id", path) == 99)
    await refusing.close()
  }

  @Test func tablesAreCreatedInAFileOfAPool() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["city.sqlite"])
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let tables = SQLiteTables(folder["city.sqlite"])
    try await tables.run("\(Self.schema) INSERT INTO session VALUES (1, 'Ada')")
    let table = try await tables.open(TableRequest(table: "session"))
    let copy = try await Copy(table)
    #expect(copy.rows.count == 1)
    #expect(try await reader.report().count(of: .free) == 1)
    await table.close()
    await store.close()
  }

  /// SQLite removes the log with the last connection, and a store would take that for a loss.
  @Test func tablesThatAreClosedLastLeaveTheLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder["city.sqlite"]
    try await SQLiteTables(path).run(Self.schema)
    let store = sharing(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let before = try #require(try await reader.outcome(reader.ask()).grant).fence
    let table = try await SQLiteTables(path).open(TableRequest(table: "session"))
    await store.close()
    await table.close()
    try await SQLiteTables(path).run("INSERT INTO request VALUES (1)")
    #expect(FileIdentity(of: path + "-wal") != nil)
    let next = SQLiteStore(path)
    let other = try await Reader(next)
    try await other.add("Emil")
    let after = try #require(try await other.outcome(other.ask()).grant).fence
    #expect(after.epoch == before.epoch)
    await next.close()
  }

  /// Room is reserved in pages of the file, not in those of the store.
  @Test func aPoolUsesThePagesOfTheFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder["city.sqlite"]
    try await SQLiteTables(path).run(Self.schema)
    let store = sharing(path)
    let reader = try await Reader(store)
    for number in 1...300 { try await reader.add("book \(number)") }
    let (pages, size) = (
      try number("PRAGMA page_count", path), try number("PRAGMA page_size", path)
    )
    #expect(size == 4_096)
    #expect(FileIdentity(of: path)!.size >= pages * size)
    await store.close()
  }

  private func number(_ pragma: StaticString, _ path: String) throws -> Int64 {
    let connection = try Connection(path: path, isReadOnly: true)
    connection.keepLog()
    defer { connection.close() }
    return try connection.first(pragma) { $0.integer(0) } ?? -1
  }
}
#endif
