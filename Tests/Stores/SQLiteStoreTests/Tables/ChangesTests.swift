#if SQLite
import CSQLite
import StageFloor
import StagecraftTableLists
import Synchronization
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

@Suite("Changes of tables in SQLite", .timeLimit(.minutes(1)))
struct TableChangesTests {
  // MARK: Plain SQL

  struct Statement: CustomTestStringConvertible {
    var sql: String
    var update: Copy.Update

    init(_ sql: String, _ written: [Int64], removed: [Int64]) {
      self.sql = sql
      update = .changed(
        written: Set(written.map { .integer($0) }), removed: Set(removed.map { .integer($0) }))
    }

    var testDescription: String { sql }
  }

  private static let statements: [Statement] = [
    Statement("INSERT INTO orders VALUES (4, 'Di', 'Krabat', 0)", [4], removed: []),
    Statement("UPDATE orders SET state = 9 WHERE id < 3", [1, 2], removed: []),
    Statement("DELETE FROM orders WHERE id = 2", [], removed: [2]),
    Statement("DELETE FROM orders", [], removed: [1, 2, 3]),
    Statement("UPDATE orders SET id = 7 WHERE id = 1", [7], removed: [1]),
    Statement("UPDATE orders SET rowid = 7 WHERE id = 1", [7], removed: [1]),
    Statement("UPDATE orders SET id = id + 10", [11, 12, 13], removed: [1, 2, 3]),
    Statement("INSERT OR REPLACE INTO orders VALUES (2, 'New', 'New', 0)", [2], removed: []),
    Statement("INSERT OR IGNORE INTO orders VALUES (2, 'New', 'New', 0)", [], removed: []),
    Statement(
      "INSERT INTO orders VALUES (2, 'New', 'x', 0) ON CONFLICT(id) DO UPDATE SET title = 'y'",
      [2], removed: []
    ),
    Statement("UPDATE OR REPLACE orders SET id = 2 WHERE id = 1", [2], removed: [1]),
    Statement(
      """
      BEGIN; DELETE FROM orders WHERE id = 1; SAVEPOINT s; DELETE FROM orders WHERE id = 2;
      ROLLBACK TO s; COMMIT
      """, [], removed: [1]
    ),
    Statement("BEGIN; DELETE FROM orders; ROLLBACK", [], removed: []),
    Statement(
      "BEGIN; DELETE FROM orders WHERE id = 1; INSERT INTO orders(id) VALUES (1); COMMIT",
      [1], removed: []
    ),
    Statement("CREATE INDEX by_reader ON orders(reader)", [], removed: []),
    Statement("VACUUM", [], removed: []),
  ]

  @Test(arguments: statements)
  func plainSQLIsFollowed(_ statement: Statement) async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run(statement.sql)
    #expect(try await copy.catchUp() == statement.update)
    #expect(try await copy.isExact())
    #expect(try await copy.catchUp() == .changed())
    await table.close()
  }

  @Test func anAttachedFileIsFollowed() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    let other = try Library("CREATE TABLE mine(a)")
    try other.run(
      "ATTACH '\(library.path)' AS lib; UPDATE lib.orders SET state = 5; INSERT INTO mine VALUES (1)"
    )
    #expect(try await copy.catchUp() == .changed(1, 2, 3))
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aBulkImportIsOneStateOfWholeCommits() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 5099)
        INSERT INTO orders SELECT i, 'reader', 'title', 0 FROM n;
      """)
    #expect(try await copy.catchUp() == .changed())
    try library.run("COMMIT")
    _ = try await copy.catchUp()
    #expect(copy.rows.count == 5003)
    #expect(try await copy.isExact())
    await table.close()
  }

  // MARK: Rows that REPLACE removes

  @Test(arguments: [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b)",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE UNIQUE, b)",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b); CREATE UNIQUE INDEX u ON t(lower(a), 1)",
    """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b);
    CREATE UNIQUE INDEX [u(] ON t(/* ( */ a DESC, -- b
      "b" IS NULL) WHERE a IS NOT NULL AND 'x WHERE (' <> "b" -- the end
    """,
    "CREATE TABLE t(id TEXT PRIMARY KEY COLLATE NOCASE, a TEXT UNIQUE, b)",
    "CREATE TABLE t(id PRIMARY KEY, a UNIQUE, b) WITHOUT ROWID",
  ])
  func replacedRowsAreRemoved(_ sql: String) async throws {
    let library = try Library(
      sql + "\n; INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 1)")
    let table = try await library.open("t")
    var copy = try await Copy(table)
    try library.run("INSERT OR REPLACE INTO t VALUES (9, 'x', 1)")
    _ = try await copy.catchUp()
    #expect(try await copy.isExact())
    #expect(copy.rows.count == 3)
    try library.run("UPDATE OR REPLACE t SET a = 'y' WHERE id = 3")
    _ = try await copy.catchUp()
    #expect(try await copy.isExact())
    #expect(copy.rows.count == 2)
    try library.run("INSERT OR REPLACE INTO t VALUES (10, NULL, 1), (11, NULL, 1)")
    _ = try await copy.catchUp()
    #expect(try await copy.isExact())
    #expect(copy.rows.count == 4)
    await table.close()
  }

  @Test(arguments: [
    (
      "a qualified name in the condition of an index",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE UNIQUE INDEX x ON t(a) WHERE t.b = 1;
      INSERT INTO t VALUES (1, 5, 1), (2, 6, 0)
      """, "INSERT OR REPLACE INTO t VALUES (3, 5, 1), (4, 6, 0)", 3
    ),
    (
      "a generated column",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a, g AS (a * 2) UNIQUE);
      INSERT INTO t VALUES (1, 1), (2, 2)
      """, "UPDATE OR REPLACE t SET a = 2 WHERE id = 1", 1
    ),
    (
      "the rowid of an inserted row",
      "CREATE TABLE t(k TEXT PRIMARY KEY, rowid); INSERT INTO t(oid, k) VALUES (1, 'old')",
      "INSERT OR REPLACE INTO t(oid, k) VALUES (1, 'new')", 1
    ),
    (
      "the rowid of an updated row",
      "CREATE TABLE t(k TEXT PRIMARY KEY); INSERT INTO t(rowid, k) VALUES (1, 'a'), (2, 'b')",
      "UPDATE OR REPLACE t SET rowid = 2 WHERE k = 'a'", 1
    ),
    (
      "a default instead of NULL",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, slot INT NOT NULL DEFAULT 0 UNIQUE);
      INSERT INTO t VALUES (1, 0)
      """, "INSERT OR REPLACE INTO t VALUES (2, NULL)", 1
    ),
    (
      "a word as the default",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, slot TEXT NOT NULL DEFAULT free UNIQUE);
      INSERT INTO t VALUES (1, 'free')
      """, "INSERT OR REPLACE INTO t VALUES (2, NULL)", 1
    ),
    (
      "a table with the name of the new row",
      """
      CREATE TABLE "new"(id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO "new" VALUES (1, 1), (2, 2);
      CREATE TABLE t(id INTEGER PRIMARY KEY)
      """, "INSERT OR REPLACE INTO \"new\" VALUES (3, 2)", 2
    ),
  ])
  func rowsThatREPLACERemovesAreLogged(
    _ name: String, _ sql: String, _ write: String, _ count: Int
  ) async throws {
    let library = try Library(sql)
    let table = try await library.open(write.contains("\"new\"") ? "new" : "t")
    var copy = try await Copy(table)
    try library.run(write)
    #expect(try await copy.catchUp() != .unknown)
    #expect(copy.rows.count == count)
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aRowWhoseKeyIsNoTextIsForgottenOnceItIsRemoved() async throws {
    let library = try Library("CREATE TABLE t(id TEXT PRIMARY KEY); INSERT INTO t VALUES ('a')")
    let table = try await library.open("t")
    var copy = try await Copy(table)
    try library.run("INSERT INTO t VALUES (CAST(x'ff' AS TEXT))")
    #expect(await tableFailure { try await table.all() }?.code == .undecodableRow)
    try library.run("DELETE FROM t WHERE id = CAST(x'ff' AS TEXT)")
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    #expect(try await copy.catchUp() == .changed())
    await table.close()
  }

  @Test func aUniqueIndexThatIsAddedLaterIsFollowed() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run(
      """
      CREATE UNIQUE INDEX by_reader ON orders(reader);
      INSERT OR REPLACE INTO orders VALUES (9, 'Ada', 'x', 0)
      """)
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    try library.run("INSERT OR REPLACE INTO orders VALUES (10, 'Bo', 'x', 0)")
    #expect(try await copy.catchUp() == .changed(10, removed: [2]))
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func keysThatSQLiteTakesForEqualAreTwoKeys() async throws {
    let library = try Library(
      """
      CREATE TABLE t(id TEXT PRIMARY KEY COLLATE NOCASE, n); INSERT INTO t VALUES ('a', 1);
      CREATE TABLE u(id PRIMARY KEY, n); INSERT INTO u VALUES (1, 1);
      """)
    let table = try await library.open("t")
    var copy = try await Copy(table)
    try library.run("UPDATE t SET id = 'A'")
    #expect(try await copy.catchUp() == .changed(written: [.text("A")], removed: [.text("a")]))
    try library.run("INSERT OR REPLACE INTO t VALUES ('a', 2)")
    #expect(try await copy.catchUp() == .changed(written: [.text("a")], removed: [.text("A")]))
    #expect(try await copy.isExact())
    await table.close()
    let other = try await library.open("u")
    var second = try await Copy(other)
    try library.run("UPDATE u SET id = 1.0")
    #expect(try await second.catchUp() == .changed(written: [.real(1)], removed: [.integer(1)]))
    try library.run("REPLACE INTO u VALUES (1, 5)")
    #expect(try await second.catchUp() == .changed(written: [.integer(1)], removed: [.real(1)]))
    await other.close()
  }

  // MARK: The log

  @Test func aLogIsPrunedAndAFollowerThatIsTooLateReadsAll() async throws {
    let library = try Library()
    let table = try await library.tables(keptChanges: 10).open(TableRequest(table: "orders"))
    var copy = try await Copy(table)
    for number in 1...200 {
      try library.run("UPDATE orders SET state = \(number) WHERE id = 1")
      if number % 5 == 0 { #expect(try await copy.catchUp() == .changed(1)) }
    }
    let count = try library.rows("SELECT count(*) FROM stagecraft_changes_1").first
    #expect(["10", "11"].contains(count))
    for number in 1...12 { try library.run("UPDATE orders SET state = \(number) WHERE id = 2") }
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func allThatIsKeptIsReadAndNotOneMore() async throws {
    let library = try Library()
    let table = try await library.tables(keptChanges: 10).open(TableRequest(table: "orders"))
    var copy = try await Copy(table)
    for _ in 1...10 { try library.run("UPDATE orders SET state = state + 1 WHERE id = 1") }
    #expect(try await copy.catchUp() == .changed(1))
    for _ in 1...11 { try library.run("UPDATE orders SET state = state + 1 WHERE id = 1") }
    #expect(try await copy.catchUp() == .unknown)
    await table.close()
  }

  @Test func twoStoresShareALogWhoseLimitTheFirstOneChose() async throws {
    let library = try Library()
    let one = try await library.tables(keptChanges: 10).open(TableRequest(table: "orders"))
    var copy = try await Copy(one)
    let two = try await library.tables(keptChanges: 1_000).open(TableRequest(table: "orders"))
    var other = try await Copy(two)
    try library.run("UPDATE orders SET state = 7")
    #expect(try await copy.catchUp() == .changed(1, 2, 3))
    #expect(try await other.catchUp() == .changed(1, 2, 3))
    #expect(try library.rows("SELECT kept FROM stagecraft_followed") == ["10"])
    await one.close()
    await two.close()
  }

  // MARK: Tables that are altered

  @Test func aTableThatIsDroppedAndCreatedAgainIsReadAgain() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run("DROP TABLE orders")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .noSuchTable)
    try library.run(Library.orders)
    #expect(try await copy.catchUp() == .unknown)
    try library.run("DELETE FROM orders WHERE id = 1")
    #expect(try await copy.catchUp() == .changed(removed: [1]))
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aTableThatIsReplacedInOneTransactionIsReadAgain() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    // As SQLite's documentation says to alter a table.
    try library.run(
      """
      BEGIN;
      CREATE TABLE new(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state INTEGER, more TEXT);
      INSERT INTO new SELECT id, reader, title, state, 'x' FROM orders WHERE id <> 2;
      DROP TABLE orders;
      ALTER TABLE new RENAME TO orders;
      COMMIT;
      """)
    #expect(try await copy.catchUp() == .unknown)
    #expect(copy.rows.count == 2)
    try library.run("UPDATE orders SET more = 'y' WHERE id = 1")
    #expect(try await copy.catchUp() == .changed(1))
    await table.close()
  }

  @Test func columnsThatAreAddedAndDroppedByOthersAreNoted() async throws {
    let library = try Library(
      Library.orders + "CREATE UNIQUE INDEX u ON orders(lower(reader)) WHERE state >= 0")
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run("ALTER TABLE orders ADD COLUMN shelf TEXT; UPDATE orders SET shelf = 'A'")
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    try library.run("UPDATE orders SET state = 4 WHERE id = 1")
    #expect(try await copy.catchUp() == .changed(1))
    try library.run("ALTER TABLE orders DROP COLUMN shelf")
    #expect(try await copy.catchUp() == .unknown)
    try library.run("ALTER TABLE orders DROP COLUMN title")
    #expect(try await copy.catchUp() == .unknown)
    #expect(table.columns.map(\.name) == ["id", "reader", "(dropped)", "state"])
    // A name in quotes that is no column would be a text.
    #expect(copy.rows[.integer(2)]?.values == [.integer(2), .text("Bo"), .null, .integer(0)])
    let edit = TableEdit.update(
      key: .integer(1), [TableField("title", .text("x"))], expecting: [])
    let error = await tableFailure { try await table.write([edit]) }
    #expect(error?.code == .noSuchColumn && error?.message.contains("\"title\"") == true)
    // The log has no entry for what has happened to the column.
    try library.run("ALTER TABLE orders ADD COLUMN title TEXT")
    #expect(try await copy.catchUp() == .unknown)
    #expect(table.columns.map(\.name) == ["id", "reader", "title", "state"])
    #expect(try await copy.isExact())
    try library.run("ALTER TABLE orders RENAME COLUMN reader TO who")
    #expect(await tableFailure { try await table.all() }?.code == .unreachable)
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aColumnOfTheOrderThatIsDroppedEndsFollowing() async throws {
    let library = try Library()
    let table = try await library.open(by: TableOrder("title"))
    var copy = try await Copy(table)
    try library.run("ALTER TABLE orders DROP COLUMN title")
    let error = await tableFailure { try await copy.catchUp() }
    #expect(error?.code == .noSuchColumn && error?.message.contains("\"title\"") == true)
    await table.close()
  }

  // MARK: Large rows

  @Test func largeRowsAreReadInSmallBatches() async throws {
    let library = try Library(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, photo);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
        INSERT INTO t SELECT i, zeroblob(1000000) FROM n
      """)
    let table = try await library.open("t")
    let counts = Mutex<[Int]>([])
    let position = try await table.readAll(inBatchesOf: 4_096) { batch in
      counts.withLock { $0.append(batch.count) }
    }
    #expect(counts.withLock { $0 } == Array(repeating: 5, count: 14))
    try library.run("UPDATE t SET photo = zeroblob(999999) WHERE id <= 10")
    guard case .changed(let written, _, _) = try await table.changes(since: position) else {
      Issue.record("Ten rows are few.")
      return
    }
    #expect(written.count == 10)
    // All at once would be too much: they are read with the others, batch by batch.
    try library.run("UPDATE t SET photo = zeroblob(999998)")
    #expect(try await table.changes(since: position) == .unknown)
    await table.close()
  }

  @Test func aRowThatCannotBeReadIsLookedAtFirst() async throws {
    let library = try Library()
    let file = try TableFile(
      TableRequest(table: "orders"), StorePaths(library.path), TableLimits()
    ) { true }
    let position = try file.readAll(inBatchesOf: 10, while: { true }, { _ in })
    func changes() throws -> TableChanges { try file.changes(since: position, while: { true }) }
    try library.run(
      "UPDATE orders SET state = 1; UPDATE orders SET title = CAST(x'ff' AS TEXT) WHERE id = 3")
    for _ in 0..<2 {
      #expect(throws: TableError.self) { try changes() }
      #expect(file.unreadable?.key == .integer(3) && file.unreadable?.since == position)
    }
    try library.run("UPDATE orders SET title = 'Heidi', state = 2 WHERE id = 3")
    guard case .changed(let written, _, _) = try changes() else {
      Issue.record("The log has all changes.")
      return
    }
    #expect(written.count == 3 && file.unreadable == nil)
    file.close()
  }

  @Test func aFileThatReplacesAnotherIsReadAgain() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    let target = library.folder["copy.sqlite"]
    try library.run("VACUUM INTO '\(target)'; DELETE FROM orders WHERE id = 1")
    #expect(try await copy.catchUp() == .changed(removed: [1]))
    var signals = table.signals.makeAsyncIterator()
    await signals.next()
    // As SQLite asks for: the log belongs to the earlier file.
    #expect(unlink(library.path + "-wal") == 0 && unlink(library.path + "-shm") == 0)
    #expect(rename(target, library.path) == 0)
    await signals.next()
    #expect(try await copy.catchUp() == .unknown)
    #expect(copy.rows.count == 3)
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aLogThatIsRemovedWhileItIsOpenIsNoticed() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    library.disconnect()
    for state in ["7", "8"] {
      #expect(unlink(library.path + "-wal") == 0 && unlink(library.path + "-shm") == 0)
      let sql = "UPDATE orders SET state = \(state) WHERE id = 2"
      try await ClientProcess(library.path, "sql", sql).line("done")
      #expect(try await copy.catchUp() == .unknown)
      #expect(copy.rows[.integer(2)]?.values[3] == .integer(Int64(state) ?? 0))
      #expect(try await copy.isExact())
    }
    try await ClientProcess(library.path, "sql", "UPDATE orders SET state = 9 WHERE id = 3")
      .line("done")
    #expect(try await copy.catchUp() == .changed(3))
    await table.close()
  }

  /// Connections of one process share the index of the log, so that a new one would read the new log
  /// by the index of the removed one.
  @Test func aRemovedLogThatAnotherConnectionHasOpenIsUnreachable() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run("UPDATE orders SET state = 5 WHERE id = 1")
    #expect(unlink(library.path + "-wal") == 0 && unlink(library.path + "-shm") == 0)
    let error = await tableFailure { try await copy.catchUp() }
    #expect(error?.code == .unreachable && error?.message.contains("was removed") == true)
    #expect(await tableFailure { try await library.open() }?.code == .unreachable)
    library.disconnect()
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func aLinkThatIsTurnedToAnotherFileIsFollowed() async throws {
    let library = try Library()
    let next = try Library(Library.orders + "DELETE FROM orders WHERE id = 1")
    let (link, new) = (library.folder["current"], library.folder["new"])
    #expect(symlink(library.path, link) == 0)
    let table = try await SQLiteTables(link).open(TableRequest(table: "orders"))
    var copy = try await Copy(table)
    var signals = table.signals.makeAsyncIterator()
    #expect(symlink(next.path, new) == 0 && rename(new, link) == 0)
    #if os(Linux)
    await signals.next()
    #endif
    #expect(try await copy.catchUp() == .unknown)
    #expect(copy.rows.count == 2)
    while try await copy.catchUp() != .changed(2) {
      try next.run("UPDATE orders SET state = state + 1 WHERE id = 2")
      try #require(await signals.next() != nil)
    }
    await table.close()
  }

  /// The copy has the same log, and after some writes it has entries with the numbers that the
  /// follower has seen.
  @Test func aFileThatIsRestoredInPlaceIsReadAgain() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    for _ in 1...3 { try library.run("UPDATE orders SET state = state + 1 WHERE id = 1") }
    let earlier = library.folder["earlier.sqlite"]
    try library.run("VACUUM INTO '\(earlier)'; UPDATE orders SET state = 5 WHERE id = 2")
    #expect(try await copy.catchUp() == .changed(1, 2))
    try restore(library.path, from: earlier)
    try library.run("UPDATE orders SET state = 6 WHERE id = 3")
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    try restore(library.path, from: earlier)
    for _ in 1...3 { try library.run("UPDATE orders SET state = state + 1 WHERE id = 3") }
    #expect(try await copy.catchUp() == .unknown)
    #expect(try await copy.isExact())
    try library.run("UPDATE orders SET state = 7 WHERE id = 2")
    #expect(try await copy.catchUp() == .changed(2))
    await table.close()
  }

  /// As `.restore` of `sqlite3` does.
  private func restore(_ path: String, from source: String) throws {
    var (from, to): (OpaquePointer?, OpaquePointer?)
    defer {
      sqlite3_close_v2(from)
      sqlite3_close_v2(to)
    }
    try #require(sqlite3_open(source, &from) == SQLITE_OK)
    try #require(sqlite3_open(path, &to) == SQLITE_OK)
    let backup = try #require(sqlite3_backup_init(to, "main", from, "main"))
    #expect(sqlite3_backup_step(backup, -1) == SQLITE_DONE)
    #expect(sqlite3_backup_finish(backup) == SQLITE_OK)
  }

  @Test func aLogOfAnotherShapeIsMadeAgain() async throws {
    let library = try Library()
    try await library.open().close()
    try library.run(
      """
      DROP TABLE stagecraft_changes_1;
      CREATE TABLE stagecraft_changes_1(seq INTEGER PRIMARY KEY, key)
      """)
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run("UPDATE orders SET state = 5 WHERE id = 2")
    #expect(try await copy.catchUp() == .changed(2))
    await table.close()
  }

  // MARK: Hostile names and values

  @Test(arguments: ["a\"b", "select", "📚", "a.b", "main.x", "it's", " ", "\u{301}\"", "[x]", "-- "])
  func namesAreQuoted(_ name: String) async throws {
    let (sql, second) = (quoted(name), quoted(name + "2"))
    let library = try Library(
      """
      CREATE TABLE \(sql)(\(sql) TEXT PRIMARY KEY, \(second) UNIQUE);
      INSERT INTO \(sql) VALUES ('x', 1), ('y', 2);
      """)
    let table = try await library.open(name, by: TableOrder(name, isDescending: true))
    #expect(table.columns.map(\.name) == [name, name + "2"])
    var copy = try await Copy(table)
    try library.run("INSERT OR REPLACE INTO \(sql) VALUES ('z', 1)")
    #expect(try await copy.catchUp() == .changed(written: [.text("z")], removed: [.text("x")]))
    let edits: [TableEdit] = [
      .update(
        key: .text("y"), [TableField(name + "2", .integer(9))],
        expecting: [TableField(name + "2", .integer(2))]),
      .insert([TableField(name, .text("n\""))]), .remove(key: .text("z"), expecting: []),
    ]
    #expect(try await table.write(edits) == .written)
    _ = try await copy.catchUp()
    #expect(try await copy.isExact())
    #expect(try await table.all().0.map { $0.values[0] } == [.text("y"), .text("n\"")])
    await table.close()
    try await library.tables.remove(name)
    #expect(try library.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'stagecraft%'") == [])
  }

  @Test func namesWithAZeroByteAreRefused() async throws {
    let library = try Library()
    #expect(await tableFailure { try await library.open("orders\0x") }?.code == .noSuchTable)
    let path = SQLiteTables(library.path + "\0x")
    #expect(
      await tableFailure { try await path.open(TableRequest(table: "orders")) }?.code
        == .noSuchTable)
    #expect(
      await tableFailure { try await library.open("orders", by: TableOrder("id\0x")) }?.code
        == .noSuchColumn)
    let table = try await library.open()
    let edit = TableEdit.insert([TableField("id\0x", .integer(4))])
    #expect(await tableFailure { try await table.write([edit]) }?.code == .noSuchColumn)
    await table.close()
  }

  @Test func valuesOfEveryTypeAreReadAndWritten() async throws {
    let library = try Library("CREATE TABLE t(id PRIMARY KEY, v)")
    let table = try await library.open("t")
    let values: [TableValue] = [
      .null, .integer(.min), .integer(.max), .real(-0.5), .real(.infinity), .text(""),
      .text("a\0b"), .text("é"), .text("📚"), .bytes([]), .bytes([0, 255]),
    ]
    var copy = try await Copy(table)
    for (number, value) in values.enumerated() {
      let key: TableValue = value == .null ? .integer(Int64(number)) : value
      #expect(
        try await table.write([.insert([TableField("id", key), TableField("v", value)])])
          == .written)
      #expect(try await copy.catchUp() == .changed(written: [key], removed: []))
      #expect(copy.rows[key]?.values == [key, value])
    }
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func rowsThatCannotBeReadAreNamed() async throws {
    let library = try Library(
      """
      CREATE TABLE t(id TEXT PRIMARY KEY, v TEXT); INSERT INTO t VALUES ('k', CAST(x'ff' AS TEXT));
      CREATE TABLE u(id TEXT PRIMARY KEY, v TEXT); INSERT INTO u VALUES (NULL, 'v');
      """)
    let table = try await library.open("t")
    let error = await tableFailure { try await table.all() }
    #expect(error?.code == .undecodableRow)
    #expect(error?.message.contains("\"v\"") == true && error?.message.contains("k") == true)
    try library.run("UPDATE t SET v = 'v'")
    #expect(try await table.all().0.count == 1)
    await table.close()
    let other = try await library.open("u")
    #expect(await tableFailure { try await other.all() }?.code == .key)
    await other.close()
  }
}
#endif
