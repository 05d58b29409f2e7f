#if SQLite
import CSQLite
import CStageFloor
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

@Suite(.timeLimit(.minutes(1))) struct OpeningTests {
  @Test func aFileThatIsNoDatabaseIsRefused() async throws {
    let folder = try TemporaryFolder()
    try Data(repeating: 65, count: 5_000).write(to: URL(filePath: folder["notes.txt"]))
    let error = await failure { try await Reader(SQLiteStore(folder["notes.txt"])) }
    #expect(error?.code == .notAStore)
    #expect(error?.explanation.contains("is not a database") == true)
    #expect(try Data(contentsOf: URL(filePath: folder["notes.txt"])).allSatisfy { $0 == 65 })
  }

  @Test func aDatabaseOfAnotherProgramIsRefused() async throws {
    let folder = try TemporaryFolder()
    try run("CREATE TABLE recipe (name TEXT)", in: folder["other.sqlite"])
    let error = await failure { try await Reader(SQLiteStore(folder["other.sqlite"])) }
    #expect(error?.code == .notAStore)
    #expect(error?.explanation.contains("another program") == true)
  }

  @Test func aStoreOfANewerEditionIsRefused() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    _ = try await Reader(store)
    await store.close()
    try run("UPDATE lend_meta SET value = 99 WHERE key = 'edition'", in: folder["lend.sqlite"])
    let error = await failure { try await Reader(SQLiteStore(folder["lend.sqlite"])) }
    #expect(error?.code == .tooNew)
    #expect(error?.explanation.contains("edition 99") == true)
  }

  @Test func aFolderThatDoesNotExistIsNamed() async throws {
    let folder = try TemporaryFolder()
    let error = await failure { try await Reader(SQLiteStore(folder["missing/lend.sqlite"])) }
    #expect(error?.code == .notAStore)
    #expect(error?.explanation.contains("does not exist") == true)
  }

  @Test func aFolderIsNoStore() async throws {
    let folder = try TemporaryFolder()
    let error = await failure { try await Reader(SQLiteStore(folder.path)) }
    #expect(error?.code == .notAStore)
  }

  @Test(.enabled(if: getuid() == 0, "Only root can start a process of another user."))
  func aFileWithoutTheRightToWriteIsDenied() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    _ = try await Reader(store)
    await store.close()
    chmod(folder.path, 0o755)
    for path in ["lend.sqlite", "lend.sqlite-wal", "lend.sqlite-shm", "lend.sqlite-lock"] {
      chmod(folder[path], 0o644)
    }
    let nobody = ClientProcess.user("nobody")
    let client = try ClientProcess(folder["lend.sqlite"], "hold", through: nobody)
    #expect(await client.line()?.hasPrefix("error denied") == true)
    // And where there is none yet.
    let other = try ClientProcess(folder["new.sqlite"], "hold", through: nobody)
    #expect(await other.line()?.hasPrefix("error denied") == true)
  }

  @Test func onlyItsUserMayReadANewStore() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    _ = try await Reader(store)
    for name in ["lend.sqlite", "lend.sqlite-wal", "lend.sqlite-lock"] {
      #expect(FileIdentity(of: folder[name])?.rights == 0o600, "\(name)")
    }
    #expect((FileIdentity(of: folder["lend.sqlite-pipes"])?.mode ?? 0) & 0o777 == 0o700)
    await store.close()
  }

  #if os(Linux)
  @Test(
    arguments: [
      (0x6969, "nfs"), (0xFF53_4D42, "cifs"), (0x0102_1997, "9p"), (0x6573_5546, "fuse"),
      (0xEF53, nil), (0x0102_1994, nil), (0x9123_683E, nil), (0x794C_7630, nil),
    ] as [(UInt32, String?)])
  func networkFileSystemsAreKnown(number: UInt32, name: String?) {
    #expect(stage_remote_file_system(number).map { String(cString: $0) } == name)
  }
  #endif

  @Test func theFileSystemOfTheTestsIsLocal() throws {
    let folder = try TemporaryFolder()
    var name = [CChar](repeating: 0, count: 32)
    #expect(stage_file_system_reach(folder.path, &name) == STAGE_FILE_SYSTEM_LOCAL)
    #expect(stage_file_system_reach(folder["missing"], &name) == STAGE_FILE_SYSTEM_UNKNOWN)
  }

  // MARK: Editions

  @Test func anOlderStoreIsCopiedAndUpgraded() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let old = SQLiteStore(path)
    let reader = try await Reader(old)
    try await reader.add("Momo")
    await old.close()

    let scripts = Schema.scripts + ["ALTER TABLE lend_resource ADD COLUMN shelf TEXT"]
    let new = SQLiteStore(path, SQLiteStoreConfiguration(), clock: .machine, scripts: scripts)
    #expect(try await Reader(new).report().resources.map(\.name) == ["Momo"])
    #expect(try value("PRAGMA user_version", in: path) == "\(scripts.count)")
    await new.close()
    let copy = path + "-edition-\(Schema.scripts.count)"
    #expect(try value("SELECT name FROM lend_resource", in: copy) == "Momo")

    let error = await failure { try await Reader(SQLiteStore(path)) }
    #expect(error?.code == .tooNew)
  }

  /// Edition 2 counts the entries of the log, and has a rule for its length.
  @Test func theFirstEditionIsUpgraded() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let connection = try Connection(path: path)
    // Its tables had no prefix, and here it has one of the user's.
    try connection.runScript(Schema.scripts[0].replacing("lend_", with: ""))
    try connection.runScript(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY);
      INSERT INTO pool VALUES (1, 'books',
        json_remove('\(Coding.encode(SharedPoolSettings()))', '$.logLength'), 1, 1, 1, 1, 7, 3, 0, 3);
      INSERT INTO event VALUES (1, 1, 0, 'granted', 'Momo', NULL, 6, NULL),
        (1, 2, 0, 'returned', 'Momo', NULL, 6, NULL), (1, 3, 0, 'granted', 'Momo', NULL, 7, NULL);
      PRAGMA application_id = \(Schema.applicationID);
      PRAGMA user_version = 1;
      """)
    connection.close()
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Emil")
    let report = try await reader.report()
    #expect(report.settings == SharedPoolSettings())
    #expect(report.events.filter { $0.key != .epoch } == [.granted: 2, .returned: 1, .added: 1])
    await store.close()
    let names = "FROM sqlite_schema WHERE name NOT LIKE 'lend_%' AND name NOT LIKE 'sqlite_%'"
    #expect(try value("SELECT group_concat(name) \(names)", in: path) == "books")
  }

  @Test func anUpgradeThatFailsChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let old = SQLiteStore(path)
    _ = try await Reader(old)
    await old.close()
    let scripts = Schema.scripts + ["DROP TABLE lend_payload; DROP TABLE shelf"]
    let new = SQLiteStore(path, SQLiteStoreConfiguration(), clock: .machine, scripts: scripts)
    _ = await failure { try await Reader(new) }
    await new.close()
    #expect(try value("PRAGMA user_version", in: path) == "\(Schema.scripts.count)")
    let again = SQLiteStore(path)
    try await Reader(again).add("Momo")
    await again.close()
  }

  // MARK: Restarts

  @Test func aRestartOfTheMachineEndsAllLeases() async throws {
    let folder = try TemporaryFolder()
    let clock = TestClock(50_000_000_000)
    let first = clock.store(folder["lend.sqlite"], boot: "boot 1")
    let reader = try await Reader(first)
    try await reader.add("Momo", "Emil")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    await first.close()

    // The clock begins anew.
    clock.now = 1_000_000
    let second = clock.store(folder["lend.sqlite"], boot: "boot 2")
    let other = try await Reader(second)
    #expect(try await other.outcome(ask) == .ended(.gone))
    let report = try await other.report()
    #expect(report.count(of: .free) == 2)
    let next = try #require(try await other.outcome(other.ask()).grant)
    #expect(next.fence > grant.fence)
    #expect(next.fence.epoch == 2)
    await second.close()

    let third = clock.store(folder["lend.sqlite"], boot: "boot 2")
    let last = try await Reader(third)
    #expect(try await last.outcome(last.ask()).grant?.fence.epoch == 2)
    await third.close()
  }

  // MARK: Helpers

  private func run(_ script: String, in path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
  }

  private func value(_ query: String, in path: String) throws -> String? {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }
}
#endif
