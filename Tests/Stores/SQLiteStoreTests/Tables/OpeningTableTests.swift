#if SQLite
import CSQLite
import Foundation
import StageFloor
import StagecraftTableLists
import Testing

@testable import StagecraftSQLiteStore

@Suite("Opening tables in SQLite", .timeLimit(.minutes(1)))
struct OpeningTableTests {
  private func error(_ sql: String, _ table: String = "t") async throws -> TableError? {
    let library = try Library(sql)
    let before = try library.rows("SELECT * FROM sqlite_schema")
    let error = await tableFailure { try await library.open(table) }
    #expect(try library.rows("SELECT * FROM sqlite_schema") == before)
    return error
  }

  @Test func tablesThatCannotBeFollowedAreNamed() async throws {
    let noKey = try await error("CREATE TABLE t(a)")
    #expect(noKey?.code == .cannotBeFollowed && noKey?.message.contains("no primary key") == true)
    let two = try await error("CREATE TABLE t(a, b, PRIMARY KEY(a, b))")
    #expect(two?.code == .cannotBeFollowed && two?.message.contains("2 columns") == true)
    let view = try await error("CREATE VIEW t AS SELECT 1 AS a")
    #expect(view?.code == .noSuchTable && view?.message.contains("view") == true)
    #expect(try await error("CREATE TABLE o(a)")?.code == .noSuchTable)
    #expect(try await error("CREATE TABLE o(a)", "")?.code == .noSuchTable)
    #expect(try await error("CREATE TABLE o(a)", "sqlite_schema")?.code != nil)
    #expect(try await error("CREATE VIRTUAL TABLE t USING fts5(a)")?.code == .cannotBeFollowed)
    let wide = try await error("PRAGMA encoding = 'UTF-16'; CREATE TABLE t(a PRIMARY KEY)")
    #expect(wide?.code == .cannotBeFollowed && wide?.message.contains("UTF-16") == true)
  }

  @Test func anIndexThatNoTriggerCanCompareIsRefusedAndWritersGoOn() async throws {
    // In a trigger, "new" is the row that is written, so that the table has another name there.
    let library = try Library(
      """
      CREATE TABLE "new"(id INTEGER PRIMARY KEY, a, b);
      CREATE UNIQUE INDEX x ON "new"(a) WHERE main."new".b = 1
      """)
    let before = try library.rows("SELECT * FROM sqlite_schema")
    let error = await tableFailure { try await library.open("new") }
    #expect(error?.code == .cannotBeFollowed, "\(String(describing: error))")
    #expect(try library.rows("SELECT * FROM sqlite_schema") == before)
    try library.run("INSERT OR REPLACE INTO \"new\" VALUES (1, 1, 1)")
  }

  @Test func aTableIsFollowedAlthoughOnlyAnotherProgramCanWriteToIt() async throws {
    let library = try Library(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY);
      CREATE TRIGGER theirs AFTER INSERT ON t BEGIN SELECT no_function_of_ours(NEW.id); END
      """)
    let table = try await library.open("t")
    #expect(try await table.all().0.isEmpty)
    await table.close()
  }

  @Test func aColumnOfTheOrderMustExist() async throws {
    let library = try Library()
    let error = await tableFailure { try await library.open("orders", by: TableOrder("shelf")) }
    #expect(error?.code == .noSuchColumn && error?.message.contains("\"shelf\"") == true)
    #expect(try library.rows("SELECT count(*) FROM sqlite_schema") == ["1"])
  }

  @Test func filesThatAreNoDatabasesAreNamed() async throws {
    let folder = try TemporaryFolder()
    let request = TableRequest(table: "orders")
    func code(_ path: String) async -> TableError.Code? {
      await tableFailure { try await SQLiteTables(path).open(request) }?.code
    }
    #expect(await code(folder["none"]) == .noSuchTable)
    #expect(await code("") == .noSuchTable)
    #expect(await code(":memory:") == .noSuchTable)
    #expect(await code(folder.path) == .damaged)
    try Data("This is no database, and it is long enough to be read as one.".utf8)
      .write(to: URL(filePath: folder["text"]))
    #expect(await code(folder["text"]) == .damaged)
    let library = try Library()
    #expect(link(library.path, library.folder["other"]) == 0)
    #expect(await code(library.path) == .cannotBeFollowed)
    #expect(await code("/dev/null") == .damaged)
  }

  @Test func aDamagedFileIsReported() async throws {
    let library = try Library()
    let table = try await library.open()
    await table.close()
    try library.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let root = try #require(
      try library.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'orders'").first)
    let file = open(library.path, O_RDWR | O_CLOEXEC)
    let zeros = [UInt8](repeating: 0x55, count: 4_096)
    #expect(pwrite(file, zeros, 4_096, off_t((Int(root) ?? 2) - 1) * 4_096) == 4_096)
    close(file)
    let other = try await library.open()
    #expect(await tableFailure { try await other.all() }?.code == .damaged)
    await other.close()
  }

  @Test func aFileThatMayNotBeWrittenIsDenied() async throws {
    let library = try Library()
    // The log cannot be made.
    #expect(mkdir(library.path + "-wal", 0o700) == 0)
    #expect(await tableFailure { try await library.open() }?.code == .accessDenied)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "No small disk can be mounted here."))
  func aFullDiskWritesNothing() async throws {
    let disk = try SmallDisk()
    let library = try Library()
    let path = disk.folder["library.sqlite"]
    try library.run("VACUUM INTO '\(path)'")
    let table = try await SQLiteTables(path).open(TableRequest(table: "orders"))
    var copy = try await Copy(table)
    disk.fill()
    let long = TableValue.text(String(repeating: "x", count: 200_000))
    let edits: [TableEdit] = [
      .update(key: .integer(1), [TableField("state", .integer(4))], expecting: []),
      .update(key: .integer(2), [TableField("title", long)], expecting: []),
    ]
    #expect(await tableFailure { try await table.write(edits) }?.code == .diskFull)
    #expect(try await copy.catchUp() == .changed())
    #expect(try await copy.isExact())
    disk.free()
    #expect(try await table.write([edits[0]]) == .written)
    #expect(try await copy.catchUp() == .changed(1))
    await table.close()
  }

  @Test func whatANewerVersionMadeIsLeftAlone() async throws {
    let library = try Library()
    try await library.open().close()
    try library.run("UPDATE stagecraft_followed SET edition = 99")
    #expect(await tableFailure { try await library.open() }?.code == .tooNew)
    #expect(await tableFailure { try await library.tables.remove("orders") }?.code == .tooNew)
  }

  @Test func aDatabaseInAnotherModeThatIsInUseIsUnreachable() async throws {
    let library = try Library()
    try library.run("BEGIN; SELECT * FROM orders")
    let tables = library.tables(timeout: .milliseconds(20))
    let request = TableRequest(table: "orders")
    #expect(await tableFailure { try await tables.open(request) }?.code == .unreachable)
    try library.run("COMMIT")
    let table = try await tables.open(request)
    #expect(try library.rows("SELECT count(*) FROM orders") == ["3"])
    #expect(try library.rows("PRAGMA journal_mode") == ["wal"])
    await table.close()
  }

  @Test func openingWaitsForAWriterOfADatabaseInAnotherMode() throws {
    let library = try Library()
    try library.run("BEGIN IMMEDIATE; UPDATE orders SET state = 5 WHERE id = 1")
    var looks = 0
    let file = try TableFile(
      TableRequest(table: "orders"), StorePaths(library.path), TableLimits(timeout: 60_000_000_000)
    ) {
      looks += 1
      if looks == 3 { #expect(throws: Never.self) { try library.run("COMMIT") } }
      return true
    }
    #expect(looks >= 3)
    #expect(try library.rows("SELECT state FROM orders WHERE id = 1") == ["5"])
    #expect(try library.rows("PRAGMA journal_mode") == ["wal"])
    file.close()
  }

  @Test func aKeyWithACollationOfAnotherProgramIsRefused() async throws {
    let library = try Library("CREATE TABLE o(a)")
    try library.addCollation("mine")
    try library.run(
      "CREATE TABLE t(id TEXT PRIMARY KEY COLLATE mine, a); INSERT INTO t VALUES (1, 1)")
    let before = try library.rows("SELECT * FROM sqlite_schema")
    let error = await tableFailure { try await library.open("t") }
    #expect(error?.code == .cannotBeFollowed && error?.message.contains("mine") == true)
    #expect(try library.rows("SELECT * FROM sqlite_schema") == before)
  }

  // MARK: Removing

  @Test func removingLeavesTheSchemaAsItWas() async throws {
    let library = try Library(
      Library.orders
        + "CREATE UNIQUE INDEX u ON orders(reader); CREATE TABLE more(id PRIMARY KEY)")
    let before = try library.rows("SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
    let table = try await library.open()
    var copy = try await Copy(table)
    try await library.open("more").close()
    try await library.tables.remove("orders")
    let error = await tableFailure { try await copy.catchUp() }
    #expect(error?.code == .cannotBeFollowed && error?.message.contains("remove") == true)
    #expect(
      await tableFailure { try await table.write([.remove(key: .integer(1), expecting: [])]) }?.code
        == .cannotBeFollowed)
    try await library.tables.remove("more")
    try await library.tables.remove("more")
    try await library.tables.remove("never")
    #expect(try library.rows("SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'") == before)
    try library.run("DELETE FROM orders")
    // Followed again, it has another log.
    let again = try await library.open()
    #expect(try await copy.table.changes(since: copy.position) == .unknown)
    var second = try await Copy(again)
    #expect(second.rows.isEmpty)
    try library.run("INSERT INTO orders(id) VALUES (1)")
    #expect(try await second.catchUp() == .changed(1))
    await table.close()
    await again.close()
  }

  @Test func aTableThatWasDroppedCanBeRemoved() async throws {
    let library = try Library()
    try await library.open().close()
    try library.run("DROP TABLE orders")
    try await library.tables.remove("orders")
    #expect(try library.rows("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'") == [])
  }

  @Test func anOpenedTableAddsNothingASecondTime() async throws {
    let library = try Library()
    try await library.open().close()
    let before = try library.rows("PRAGMA schema_version")
    try await library.open("ORDERS").close()
    try await library.open("main.orders").close()
    #expect(try library.rows("PRAGMA schema_version") == before)
  }
}

/// A disk of a megabyte, mounted over a folder.
final class SmallDisk: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(Self.mount(folder.path))
  }

  deinit { Self.run("/bin/umount", "-l", folder.path) }

  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    defer { run("/bin/umount", "-l", folder.path) }
    return mount(folder.path)
  }()

  private static func mount(_ path: String) -> Bool {
    run("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
  }

  @discardableResult
  private static func run(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Takes all the room that is left.
  func fill() {
    let file = open(folder["rest"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let bytes = [UInt8](repeating: 0, count: 4_096)
    while write(file, bytes, 4_096) == 4_096 {}
    close(file)
  }

  func free() { unlink(folder["rest"]) }
}
#endif
