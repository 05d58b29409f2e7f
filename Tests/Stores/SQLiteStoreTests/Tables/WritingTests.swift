#if SQLite
import CSQLite
import StageFloor
import StagecraftTableLists
import Synchronization
import Testing

@testable import StagecraftSQLiteStore

@Suite("Writing to tables in SQLite", .timeLimit(.minutes(1)))
struct TableWritingTests {
  private func record(_ id: Int64, _ reader: String, _ title: String, _ state: Int64) -> TableRecord
  {
    TableRecord([.integer(id), .text(reader), .text(title), .integer(state)])
  }

  @Test func editsAreWrittenIfTheirExpectationsHold() async throws {
    let library = try Library()
    let table = try await library.open()
    let edits: [TableEdit] = [
      .insert([TableField("id", .integer(4)), TableField("reader", .text("Di"))]),
      .update(
        key: .integer(1), [TableField("state", .integer(2))],
        expecting: [TableField("state", .real(0)), TableField("title", .text("Momo"))]),
      .remove(key: .integer(3), expecting: [TableField("reader", .text("Cy"))]),
      .update(key: .integer(2), [], expecting: [TableField("title", .text("Emil"))]),
    ]
    #expect(try await table.write(edits) == .written)
    #expect(
      try library.rows("SELECT * FROM orders")
        == ["1|Ada|Momo|2", "2|Bo|Emil|0", "4|Di|null|null"])
    #expect(try await table.write([]) == .written)
    await table.close()
  }

  /// SQLite would store null.
  @Test func notANumberIsRefused() async throws {
    let library = try Library()
    let table = try await library.open()
    let edits: [TableEdit] = [
      .insert([TableField("id", .integer(4)), TableField("state", .real(.nan))]),
      .update(key: .integer(1), [TableField("state", .real(.nan))], expecting: []),
    ]
    for edit in edits {
      let error = await #expect(throws: TableError.self) { try await table.write([edit]) }
      #expect(error?.code == .unencodableRow && error?.message.contains("state") == true)
    }
    #expect(try library.rows("SELECT count(*), sum(state) FROM orders") == ["3|1"])
    await table.close()
  }

  @Test func aConflictCarriesTheRowAndNothingIsWritten() async throws {
    let library = try Library()
    let table = try await library.open()
    let first = TableEdit.update(
      key: .integer(2), [TableField("state", .integer(5))], expecting: [])
    let stale = TableEdit.update(
      key: .integer(1), [TableField("state", .integer(2))],
      expecting: [TableField("state", .integer(7))])
    #expect(
      try await table.write([first, stale])
        == .conflict(edit: 1, current: record(1, "Ada", "Momo", 0)))
    let check = TableEdit.update(
      key: .integer(1), [], expecting: [TableField("title", .text("momo"))])
    #expect(
      try await table.write([first, check])
        == .conflict(edit: 1, current: record(1, "Ada", "Momo", 0)))
    #expect(
      try await table.write([.remove(key: .integer(9), expecting: [])])
        == .conflict(edit: 0, current: nil))
    #expect(
      try await table.write([.update(key: .integer(9), [], expecting: [])])
        == .conflict(edit: 0, current: nil))
    let insert = TableEdit.insert([TableField("id", .integer(3)), TableField("title", .text("x"))])
    #expect(
      try await table.write([first, insert])
        == .conflict(edit: 1, current: record(3, "Cy", "Heidi", 1)))
    #expect(
      try library.rows("SELECT * FROM orders")
        == ["1|Ada|Momo|0", "2|Bo|Emil|0", "3|Cy|Heidi|1"])
    await table.close()
  }

  @Test(arguments: [
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, v UNIQUE)", "UNIQUE constraint failed: t.v"),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, v CONSTRAINT small CHECK(v < 9))", "small"),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, v, w NOT NULL DEFAULT NULL)", "t.w"),
    (
      """
      CREATE TABLE p(id PRIMARY KEY);
      CREATE TABLE t(id INTEGER PRIMARY KEY, v REFERENCES p)
      """, "FOREIGN KEY"
    ),
    (
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TRIGGER no BEFORE INSERT ON t
        WHEN NEW.v > 8 BEGIN SELECT RAISE(ABORT, 'not today'); END
      """, "not today"
    ),
  ])
  func aConstraintRefusesAll(_ sql: String, _ reason: String) async throws {
    let hasParent = sql.contains("REFERENCES")
    let library = try Library(sql + (hasParent ? "; INSERT INTO p VALUES (1)" : ""))
    if !sql.contains("NOT NULL") { try library.run("INSERT INTO t(v) VALUES (1)") }
    let count = try library.rows("SELECT count(*) FROM t")
    let table = try await library.open("t")
    let value: TableValue = .integer(sql.contains("UNIQUE") ? 1 : 9)
    let edits: [TableEdit] = [
      .insert(
        [TableField("v", .integer(hasParent ? 1 : 2))]
          + (sql.contains("NOT NULL") ? [TableField("w", .integer(1))] : [])),
      .insert([TableField("v", value)]),
    ]
    let error = await tableFailure { try await table.write(edits) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    #expect(try library.rows("SELECT count(*) FROM t") == count)
    await table.close()
  }

  @Test(arguments: [
    (
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TRIGGER no BEFORE INSERT ON t
        WHEN NEW.v > 8 BEGIN SELECT RAISE(IGNORE); END
      """, "insert"
    ),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, v UNIQUE ON CONFLICT IGNORE)", "insert"),
    (
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TRIGGER no BEFORE UPDATE ON t
        BEGIN SELECT RAISE(IGNORE); END
      """, "update"
    ),
    (
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TRIGGER no BEFORE DELETE ON t
        BEGIN SELECT RAISE(IGNORE); END
      """, "remove"
    ),
  ])
  func anEditThatTheTableIgnoresIsRefused(_ sql: String, _ kind: String) async throws {
    let library = try Library("\(sql); INSERT INTO t VALUES (1, 7), (2, 8)")
    let table = try await library.open("t")
    let before = try library.rows("SELECT * FROM t")
    let ignored: TableEdit =
      switch kind {
      case "insert":
        .insert([TableField("v", .integer(sql.contains("UNIQUE") ? 8 : 9))])
      case "update": .update(key: .integer(1), [TableField("v", .integer(3))], expecting: [])
      default: .remove(key: .integer(1), expecting: [])
      }
    let first = TableEdit.insert([TableField("id", .integer(5)), TableField("v", .integer(5))])
    #expect(await tableFailure { try await table.write([first, ignored]) }?.code == .refused)
    #expect(try library.rows("SELECT * FROM t") == before)
    #expect(try await table.write([first]) == .written)
    await table.close()
  }

  @Test func generatedColumnsAreLeftOutWhenARowIsInserted() async throws {
    let library = try Library(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, v AS (a * 2), s AS (a + 1) STORED)")
    let table = try await library.open("t")
    let fields = [("id", 1), ("a", 3), ("v", 0), ("s", 0)].map {
      TableField($0.0, .integer($0.1))
    }
    #expect(try await table.write([.insert(fields)]) == .written)
    #expect(try library.rows("SELECT * FROM t") == ["1|3|6|4"])
    await table.close()
  }

  @Test func statementsOfManyKindsAreNotAllKept() throws {
    let names = (0..<7).map { "c\($0)" }
    let library = try Library(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")));
      INSERT INTO t(id) VALUES (1)
      """)
    let file = try TableFile(
      TableRequest(table: "t"), StorePaths(library.path), TableLimits(), isWanted: { true })
    for set in 1..<128 {
      let fields = names.indices.filter { set & 1 << $0 != 0 }
        .map { TableField(names[$0], .integer(Int64(set))) }
      let edit = TableEdit.update(
        key: .integer(1), fields,
        expecting: fields.map {
          TableField($0.column, .null)
        })
      _ = try file.tryWrite([edit])
      try library.run("UPDATE t SET \(names.map { "\($0) = NULL" }.joined(separator: ", "))")
      #expect(file.connection.textStatements.count <= 64)
    }
    file.close()
  }

  @Test func aWriteWaitsForAnotherWriterWhileTheTableIsRead() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try library.run("BEGIN IMMEDIATE; UPDATE orders SET state = 8 WHERE id = 2")
    let write = Task {
      try await table.write([
        .update(key: .integer(1), [TableField("state", .integer(3))], expecting: [])
      ])
    }
    for _ in 0..<20 { #expect(try await copy.catchUp() == .changed()) }
    try library.run("COMMIT")
    #expect(try await write.value == .written)
    #expect(try await copy.catchUp() == .changed(1, 2))
    await table.close()
  }

  @Test func aLockedDatabaseIsUnreachable() async throws {
    let library = try Library()
    let table = try await library.tables(timeout: .milliseconds(20))
      .open(TableRequest(table: "orders"))
    try library.run("BEGIN IMMEDIATE")
    let edit = TableEdit.remove(key: .integer(1), expecting: [])
    let error = await tableFailure { try await table.write([edit]) }
    #expect(error?.code == .unreachable)
    #expect(try await table.all().0.count == 3)
    try library.run("COMMIT")
    #expect(try await table.write([edit]) == .written)
    await table.close()
  }

  @Test func aCancelledWriteIsNotMade() async throws {
    let library = try Library()
    let table = try await library.tables(timeout: .seconds(600)).open(TableRequest(table: "orders"))
    try library.run("BEGIN IMMEDIATE")
    let edit = TableEdit.remove(key: .integer(1), expecting: [])
    let write = Task { try await table.write([edit]) }
    write.cancel()
    #expect(await tableFailure { try await write.value }?.code == .unreachable)
    try library.run("COMMIT")
    #expect(try await table.all().0.count == 3)
    await table.close()
  }

  // MARK: Closing

  @Test func closingEndsEverything() async throws {
    let library = try Library()
    let table = try await library.tables(timeout: .seconds(600)).open(TableRequest(table: "orders"))
    try library.run("BEGIN IMMEDIATE")
    let edit = TableEdit.remove(key: .integer(1), expecting: [])
    let write = Task { try await table.write([edit]) }
    _ = try await table.all()
    await table.close()
    #expect(await tableFailure { try await write.value }?.code == .closed)
    #expect(await tableFailure { try await table.all() }?.code == .closed)
    var signals = table.signals.makeAsyncIterator()
    while await signals.next() != nil {}
    await table.close()
    try library.run("COMMIT")
  }

  @Test func closingEndsALongRead() async throws {
    let library = try Library()
    let table = try await library.open()
    let core = try #require(table as? SQLiteFollowedTable).core
    let batches = Mutex(0)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    try library.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
        INSERT INTO orders SELECT i, 'r', 't', 0 FROM n;
      """)
    let read = Task {
      try await table.readAll(inBatchesOf: 10) { _ in
        continuation.yield()
        batches.withLock { $0 += 1 }
        // On the table's thread: otherwise, all may have been read before it is closed.
        while !core.isClosed { usleep(1_000) }
      }
    }
    for await _ in started { break }
    await table.close()
    #expect(await tableFailure { try await read.value }?.code == .closed)
    #expect(batches.withLock { $0 } == 1)
  }

  private static let manyOrders = """
    CREATE TABLE orders(id INTEGER PRIMARY KEY, state INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO orders SELECT i, i % 7 FROM n;
    """

  /// A sort reads all rows before the first one is passed on.
  @Test(arguments: [true, false])
  func closingAndCancellationEndAStatement(_ isClosed: Bool) throws {
    let library = try Library(Self.manyOrders)
    let request = TableRequest(table: "orders", order: [TableOrder("state")])
    var questions = 0
    let file = try TableFile(request, StorePaths(library.path), TableLimits()) {
      if isClosed { questions += 1 }
      return questions == 0
    }
    questions = 0
    #expect(throws: TableError.cancelled("orders")) {
      try file.readAll(
        inBatchesOf: 1_000_000,
        while: {
          if !isClosed { questions += 1 }
          return questions == 0
        }, { _ in })
    }
    file.close()
  }

  @Test func aCancelledReadReturnsBeforeItHasReadAll() async throws {
    let library = try Library(Self.manyOrders)
    let table = try await library.open()
    let read = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await table.all(inBatchesOf: 1_000_000)
    }
    #expect(await tableFailure { try await read.value }?.code == .unreachable)
    #expect(try await table.all().0.count == 100_000)
    await table.close()
  }

  #if os(Linux)
  @Test func noThreadIsLeft() async throws {
    let library = try Library()
    let client = try ClientProcess(library.path, "open-and-close")
    #expect(try await client.line("threads") == "3 0")
  }
  #endif
}
#endif
