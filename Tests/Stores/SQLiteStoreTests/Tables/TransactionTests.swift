#if SQLite
import CSQLite
import StageFloor
import StagecraftTableLists
import Synchronization
import Testing

@testable import StagecraftSQLiteStore

private struct Book: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
  var due: Int?
}

private let books = "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due INTEGER)"

@Suite("Transactions on a whole SQLite file", .timeLimit(.minutes(1)))
struct TransactionTests {
  @Test func aMissingFileIsCreatedAndFilledAtOnce() async throws {
    let folder = try TemporaryFolder()
    let database = SQLiteTables(folder["new.sqlite"])
    let isFirst = try await database.transaction { transaction in
      if try transaction.hasTable("BOOKS") { return false }
      try transaction.run("\(books) STRICT; CREATE INDEX titles ON books (title)")
      try transaction.insert(
        (1...5_000).lazy.map { Book(id: $0, title: "Book \($0)", due: $0 % 2 == 0 ? $0 : nil) },
        into: "books")
      return try transaction.hasTable("books")
    }
    #expect(isFirst)
    let connection = try Connection(path: folder["new.sqlite"])
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    connection.close()
    let list = try await TableList<Book>("books", at: database)
    #expect(list.list.snapshot().count == 5_000)
    #expect(list.list.snapshot()[id: 7] == Book(id: 7, title: "Book 7"))
    #expect(list.list.snapshot()[id: 8]?.due == 8)
    await list.close()
    #expect(try await database.transaction { try $0.hasTable("books") })
  }

  @Test func anErrorOfTheClosureOrOfAStatementWritesNothing() async throws {
    struct Refusal: Error {}
    let library = try Library()
    let before = try library.rows("SELECT * FROM sqlite_schema")
    await #expect(throws: Refusal.self) {
      try await library.tables.transaction { transaction in
        try transaction.run(books)
        throw Refusal()
      }
    }
    let syntax = await tableFailure { try await library.tables.run("\(books); CREATE TABEL t(a)") }
    #expect(syntax?.code == .refused && syntax?.message.contains("TABEL") == true)
    let twice = await tableFailure {
      try await library.tables.transaction { transaction in
        try transaction.run(books)
        try transaction.insert([Book(id: 1, title: "A"), Book(id: 1, title: "B")], into: "books")
      }
    }
    #expect(twice?.code == .refused && twice?.message.contains("UNIQUE") == true)
    #expect(try library.rows("SELECT * FROM sqlite_schema") == before)
  }

  /// The statements after it would be committed one by one.
  @Test func aScriptThatEndsItsTransactionIsRefused() async throws {
    let library = try Library()
    let error = await tableFailure {
      try await library.tables.transaction { transaction in
        try transaction.run("COMMIT")
        try transaction.run("DELETE FROM orders")
      }
    }
    #expect(error?.code == .refused && error?.message.contains("COMMIT") == true)
    #expect(try library.rows("SELECT count(*) FROM orders") == ["3"])
  }

  @Test func formatsAndGeneratedColumnsAreWritten() async throws {
    let library = try Library(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, due INTEGER AS (id * 2) STORED)")
    let format = TableRowFormat(columns: "title", "id") { row throws(TableError) in
      Book(id: try row.value(1), title: try row.value(0))
    } values: { book in
      [book.title.tableValue, book.id.tableValue]
    }
    try await library.tables.transaction { transaction in
      try transaction.insert([Book(id: 3, title: "Momo")], into: "t", format: format)
      try transaction.insert([Book(id: 4, title: "Emil", due: 99)], into: "t")
    }
    #expect(try library.rows("SELECT * FROM t") == ["3|Momo|6", "4|Emil|8"])
  }

  @Test func whatCannotBeStoredIsNamed() async throws {
    struct Measure: Codable, Identifiable, Sendable {
      var id: Int
      var size: Double
    }
    let library = try Library("CREATE TABLE t(id INTEGER PRIMARY KEY, size REAL)")
    let number = await tableFailure {
      try await library.tables.transaction {
        try $0.insert([Measure(id: 1, size: .nan)], into: "t")
      }
    }
    #expect(number?.code == .unencodableRow && number?.message.contains("size") == true)
    let missing = await tableFailure {
      try await library.tables.transaction { try $0.insert([Book(id: 1, title: "A")], into: "t") }
    }
    #expect(missing?.code == .refused && missing?.message.contains("title") == true)
  }

  @Test func foreignKeysAreEnforced() async throws {
    let library = try Library(
      Library.orders + "CREATE TABLE notes(id INTEGER PRIMARY KEY REFERENCES orders)")
    let error = await tableFailure { try await library.tables.run("INSERT INTO notes VALUES (9)") }
    #expect(error?.code == .refused && error?.message.contains("FOREIGN KEY") == true)
    try await library.tables.run("INSERT INTO notes VALUES (1)")
  }

  @Test func aQueryReadsWhatTheTransactionHasWritten() async throws {
    let library = try Library()
    let rows = try await library.tables.transaction { transaction in
      try transaction.run("UPDATE orders SET reader = NULL WHERE id = 2")
      return try transaction.rows("SELECT id, reader, state / 2.0 FROM orders WHERE id > 1")
    }
    #expect(
      rows == [
        TableRecord([.integer(2), .null, .real(0)]),
        TableRecord([.integer(3), .text("Cy"), .real(0.5)]),
      ])
    let error = await tableFailure {
      try await library.tables.transaction { try $0.rows("SELECT CAST(x'ff' AS TEXT)") }
    }
    #expect(error?.code == .undecodableRow)
  }

  @Test func readingSeesOneStateBesideAWriterAndWritesNothing() async throws {
    let library = try Library("PRAGMA journal_mode = WAL; \(Library.orders)")
    try library.run("BEGIN IMMEDIATE; DELETE FROM orders")
    let counts = try await library.tables.read { file in
      let first = try file.rows("SELECT count(*) FROM orders")
      try? library.run("COMMIT")
      return try first + file.rows("SELECT count(*) FROM orders")
    }
    #expect(counts == [TableRecord([.integer(3)]), TableRecord([.integer(3)])])
    #expect(try library.rows("SELECT count(*) FROM orders") == ["0"])
    let error = await tableFailure { try await library.tables.read { try $0.run(books) } }
    #expect(error?.message.contains("readonly") == true)
    let missing = await tableFailure {
      try await SQLiteTables(library.folder["none"]).read { try $0.hasTable("t") }
    }
    #expect(missing?.code == .noSuchTable)
  }

  @Test func listsFollowATransaction() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    try await library.tables.run(
      "DELETE FROM orders WHERE id = 3; UPDATE orders SET state = 7 WHERE id = 1")
    var signals = table.signals.makeAsyncIterator()
    _ = await signals.next()
    #expect(try await copy.catchUp() == .changed(1, removed: [3]))
    await table.close()
  }

  @Test func aWriterIsWaitedForAndThenNamed() async throws {
    let library = try Library()
    try library.run("BEGIN IMMEDIATE")
    let error = await tableFailure {
      try await library.tables(timeout: .milliseconds(20)).run(books)
    }
    #expect(error?.code == .unreachable && error?.message.contains("locked") == true)
    try library.run("COMMIT")
    try await library.tables.run(books)
  }

  @Test func aCancelledTransactionIsInterruptedAndWritesNothing() async throws {
    let library = try Library()
    let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await library.tables.transaction { transaction in
        try transaction.run("DELETE FROM orders")
        continuation.yield()
        // It ends only when it is interrupted.
        try transaction.run(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
      }
    }
    var iterator = begun.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    let error = await tableFailure { try await task.value }
    #expect(error?.code == .unreachable && error?.message.contains("cancelled") == true)
    #expect(try library.rows("SELECT count(*) FROM orders") == ["3"])
  }

  @Test func processesThatStartAtOnceCreateOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder["new.sqlite"]
    let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await SQLiteTables(path).transaction { transaction in
            if try transaction.hasTable("books") { return false }
            try transaction.run(books)
            return true
          }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(firsts == 1)
  }

  @Test func aFileThatCannotBeCreatedIsNamed() async throws {
    let folder = try TemporaryFolder()
    let error = await tableFailure { try await SQLiteTables(folder["no/new.sqlite"]).run(books) }
    #expect(error?.code == .accessDenied && error?.message.contains("created") == true)
    let zero = await tableFailure { try await SQLiteTables("a\0b").run(books) }
    #expect(zero?.code == .noSuchTable)
  }
}
#endif
