#if SQLite
import CSQLite
import StageFloor
import StagecraftTableLists
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

@Suite("Signals of commits in SQLite", .timeLimit(.minutes(1)))
struct TableSignalTests {
  @Test func aCommitOfAnotherProcessIsSignalled() async throws {
    let library = try Library()
    let table = try await library.open()
    #expect(table.longestSilence == nil)
    var copy = try await Copy(table)
    var signals = table.signals.makeAsyncIterator()
    for number in 1...20 {
      let sql = "UPDATE orders SET state = \(number + 10) WHERE id = 2"
      try await ClientProcess(library.path, "sql", sql).line("done")
      // A commit is signalled at most once, so that one which is not is missing at the end.
      repeat {
        try #require(await signals.next() != nil)
      } while try await copy.catchUp() != .changed(2)
    }
    #expect(try await copy.isExact())
    await table.close()
    while await signals.next() != nil {}
  }

  @Test func aFileThatIsRefusedInThePlaceOfAnotherIsHeardOnceItIsMended() async throws {
    let library = try Library()
    let table = try await library.open(by: TableOrder("title"))
    let position = try await table.all().1
    var signals = table.signals.makeAsyncIterator()
    func code() async -> TableError.Code? {
      do {
        _ = try await table.changes(since: position)
        return nil
      } catch { return error.code }
    }
    let target = library.folder["copy.sqlite"]
    try library.run(
      """
      VACUUM INTO '\(target)'; ATTACH '\(target)' AS other;
      ALTER TABLE other.orders DROP COLUMN title; DETACH other
      """)
    #expect(unlink(library.path + "-wal") == 0 && unlink(library.path + "-shm") == 0)
    #expect(rename(target, library.path) == 0)
    while await code() != .noSuchColumn { try #require(await signals.next() != nil) }
    // The first ones may tell of the replacement; the file is looked at again and again.
    for _ in 0..<3 { try #require(await signals.next() != nil) }
    try await ClientProcess(
      library.path, "sql", "ALTER TABLE orders ADD COLUMN title TEXT"
    ).line("done")
    try #require(await signals.next() != nil)
    while await code() != nil { try #require(await signals.next() != nil) }
    #expect(try await table.all().0.count == 3)
    await table.close()
  }

  @Test func aTransactionIsSeenWholeAndAfterItsCommit() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    var signals = table.signals.makeAsyncIterator()
    let client = try ClientProcess(
      library.path, "commit-later",
      """
      PRAGMA cache_size = 5;
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 9099)
        INSERT INTO orders SELECT i, 'a reader with a long name', 'a title', 0 FROM n;
      """)
    try await client.line("inside")
    #expect(try await copy.catchUp() == .changed())
    try client.send("go")
    try await client.line("done")
    while copy.rows.count == 3 {
      await signals.next()
      _ = try await copy.catchUp()
      #expect([3, 9_003].contains(copy.rows.count))
    }
    await table.close()
  }

  @Test func aWriterThatIsKilledInItsTransactionLeavesNothing() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    let client = try ClientProcess(library.path, "commit-later", "DELETE FROM orders")
    try await client.line("inside")
    client.signal(SIGKILL)
    client.waitForEnd()
    #expect(try await copy.catchUp() == .changed())
    try library.run("UPDATE orders SET state = 4 WHERE id = 1")
    #expect(try await copy.catchUp() == .changed(1))
    #expect(copy.rows.count == 3)
    await table.close()
  }

  /// The file of the log is written before the commit becomes visible, and no event follows: a
  /// follower that looks once, as soon as it has heard of the writing, sees nothing and waits for
  /// ever.
  @Test func aWriterThatIsStoppedInsideItsCommitIsHeardWhenItContinues() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    var signals = table.signals.makeAsyncIterator()
    let client = try ClientProcess(
      library.path, "stop-inside-commit", "UPDATE orders SET state = state + 1 WHERE id = 2")
    try await client.line("ready")
    while copy.rows[.integer(2)]?.values[3] != .integer(2) {
      await signals.next()
      _ = try await copy.catchUp()
    }
    try client.send("go")
    let process = client.number
    try await onThread {
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(process), &info, WSTOPPED | WNOWAIT) == 0)
    }
    // Between two calls the thread serves the events that have come.
    for _ in 0..<5 { #expect(try await copy.catchUp() == .changed()) }
    #expect(try library.rows("SELECT state FROM orders WHERE id = 2") == ["2"])
    // At most one signal is kept: afterwards there is none of an earlier event.
    try #require(table as? SQLiteFollowedTable).core.signal()
    await signals.next()
    client.signal(SIGCONT)
    await signals.next()
    while try await copy.catchUp() != .changed(2) { await signals.next() }
    #expect(copy.rows[.integer(2)]?.values[3] == .integer(3))
    try await client.line("done")
    await table.close()
  }

  @Test func aWriterThatIsKilledInsideItsCommitLeavesAConsistentCopy() async throws {
    let library = try Library()
    let table = try await library.open()
    var copy = try await Copy(table)
    let client = try ClientProcess(
      library.path, "stop-inside-commit", "UPDATE orders SET state = state + 1 WHERE id = 2")
    try await client.line("ready")
    try client.send("go")
    let process = client.number
    try await onThread {
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(process), &info, WSTOPPED | WNOWAIT) == 0)
    }
    client.signal(SIGKILL)
    client.waitForEnd()
    try library.run("UPDATE orders SET title = 'after' WHERE id = 3")
    _ = try await copy.catchUp()
    #expect(try await copy.isExact())
    await table.close()
  }

  @Test func ownWritesAreSignalledToo() async throws {
    let library = try Library()
    let table = try await library.open()
    let other = try await library.open()
    var signals = table.signals.makeAsyncIterator()
    var others = other.signals.makeAsyncIterator()
    var copy = try await Copy(other)
    #expect(try await table.write([.remove(key: .integer(1), expecting: [])]) == .written)
    await signals.next()
    repeat {
      try #require(await others.next() != nil)
    } while try await copy.catchUp() != .changed(removed: [1])
    await table.close()
    await other.close()
  }

  #if os(Linux)
  /// The system gives a user 128 instances, for all programs.
  @Test func listsOfAProcessShareOneInstance() async throws {
    let library = try Library()
    func instances() -> Int {
      (0..<1_024).count { number in
        var name = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/self/fd/\(number)", &name, name.count - 1)
        let text = name.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self).contains("inotify")
      }
    }
    var tables = [try await library.open()]
    let before = instances()
    for _ in 0..<12 { tables.append(try await library.open()) }
    // Other tests of the process may have some.
    #expect(before >= 1 && instances() < before + 12)
    var copies: [Copy] = []
    for table in tables { copies.append(try await Copy(table)) }
    try await ClientProcess(library.path, "sql", "UPDATE orders SET state = 9 WHERE id = 2")
      .line("done")
    for index in copies.indices {
      var signals = copies[index].table.signals.makeAsyncIterator()
      repeat {
        try #require(await signals.next() != nil)
      } while try await copies[index].catchUp() != .changed(2)
    }
    // Those that are left still hear.
    for table in tables.dropFirst() { await table.close() }
    var signals = tables[0].signals.makeAsyncIterator()
    try await ClientProcess(library.path, "sql", "UPDATE orders SET state = 8 WHERE id = 3")
      .line("done")
    repeat {
      try #require(await signals.next() != nil)
    } while try await copies[0].catchUp() != .changed(3)
    await tables[0].close()
  }
  #endif

  // MARK: The lock of writers

  @Test func theProbeSeesWritersOfThisProcessAndTakesNoLock() async throws {
    let library = try Library("PRAGMA journal_mode = WAL;" + Library.orders)
    let probe = try #require(WriterProbe(index: library.path + "-shm", of: nil))
    #expect(!probe.isWriting)
    try library.run("BEGIN IMMEDIATE")
    #expect(probe.isWriting)
    try library.run("COMMIT")
    #expect(!probe.isWriting)
    let client = try ClientProcess(library.path, "commit-later", "DELETE FROM orders")
    try await client.line("inside")
    #expect(probe.isWriting)
    try client.send("go")
    try await client.line("done")
    #expect(!probe.isWriting)
  }

  /// Closing any descriptor of a file releases the locks that the process has on it.
  @Test func followingDoesNotReleaseLocksOfOtherConnectionsOfTheProcess() async throws {
    let library = try Library()
    try await library.open().close()
    try library.run("BEGIN IMMEDIATE; UPDATE orders SET state = 5")
    let table = try await library.open()
    #expect(try await table.all().0.count == 3)
    await table.close()
    let probe = try ClientProcess(
      library.path, "sql", "PRAGMA busy_timeout = 1; BEGIN IMMEDIATE")
    #expect(await probe.line() == "error database is locked")
    try library.run("COMMIT")
  }

  // MARK: When to look

  @Test func aWriterIsLookedAtUntilItHasFinished() {
    var machine = CommitWatchMachine()
    #expect(machine.nextLook == nil)
    machine.filesChanged(at: 5)
    #expect(machine.nextLook == 5)
    machine.looked(wasWriting: true, at: 10)
    #expect(machine.nextLook == 1_000_010)
    machine.looked(wasWriting: true, at: 1_000_010)
    #expect(machine.nextLook == 3_000_010)
    // An event while a writer is looked at brings the look forward, but not at once.
    machine.filesChanged(at: 1_500_000)
    #expect(machine.nextLook == 2_500_000)
    for _ in 0..<20 { machine.looked(wasWriting: true, at: 0) }
    #expect(machine.nextLook == CommitWatchMachine.pauses.upperBound)
    machine.looked(wasWriting: false, at: 0)
    // Nothing is looked at while no event comes.
    #expect(machine.nextLook == nil)
  }
}
#endif
