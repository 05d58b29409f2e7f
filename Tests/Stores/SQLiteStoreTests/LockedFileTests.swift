#if SQLite && os(Linux)
import CSQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// Requests at a file that another program has locked for as long as the test lasts.
@Suite(.timeLimit(.minutes(1))) struct LockedFileTests {
  let folder: TemporaryFolder
  let path: String

  enum Lock: CaseIterable {
    /// The lock beside the file, as a stopped process of this package has it.
    case beside
    /// A transaction of SQLite's, as of a program that knows nothing of the other lock.
    case transaction
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
  }

  private func configuration(_ timeout: Duration) -> SQLiteStoreConfiguration {
    var configuration = SQLiteStoreConfiguration()
    configuration.timeout = timeout
    return configuration
  }

  /// Opens a store, and then locks its file until the returned closure is called.
  private func lockedStore(
    _ lock: Lock
  ) async throws -> (Reader, unlock: () -> Void) {
    let reader = try await Reader(SQLiteStore(path, configuration: configuration(.seconds(600))))
    try await reader.add("Momo")
    switch lock {
    case .beside:
      let file = open(path + "-lock", O_RDWR | O_CLOEXEC)
      #expect(flock(file, LOCK_EX) == 0)
      return (reader, { close(file) })
    case .transaction:
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
      return (reader, { [handle] in sqlite3_close(handle) })
    }
  }

  @Test(arguments: Lock.allCases)
  func aCancelledRequestDoesNotWaitForTheLock(_ lock: Lock) async throws {
    let (reader, unlock) = try await lockedStore(lock)
    let ask = reader.ask()
    let request = Task { try await reader.outcome(ask) }
    if lock == .beside { try await waitsForLock(path) }
    request.cancel()
    let error = await failure { try await request.value }
    #expect(error?.code == .unreachable)
    #expect(error?.explanation.contains("cancelled") == true)
    unlock()
    // It may have been granted after the lock was free. The connection is usable again.
    _ = try await reader.perform(.withdraw(ask.id))
    #expect(try await reader.outcome(reader.ask()).grant != nil)
    await reader.store.close()
  }

  @Test(arguments: Lock.allCases)
  func closingDoesNotWaitForTheLock(_ lock: Lock) async throws {
    let (reader, unlock) = try await lockedStore(lock)
    let request = Task { try await reader.outcome(reader.ask()) }
    if lock == .beside { try await waitsForLock(path) }
    await reader.store.close()
    #expect(await failure { try await request.value }?.code == .closed)
    unlock()
  }

  @Test func anOpeningThatIsCancelledDoesNotWaitForTheLock() async throws {
    let (reader, unlock) = try await lockedStore(.beside)
    let other = SQLiteStore(path, configuration: configuration(.seconds(600)))
    let opening = Task { try await other.livenessDescriptor() }
    try await waitsForLock(path)
    opening.cancel()
    #expect(await failure { try await opening.value }?.code == .unreachable)
    await other.close()
    unlock()
    await reader.store.close()
  }

  @Test(arguments: Lock.allCases)
  func aStoreThatIsOpenedBesideALockReads(_ lock: Lock) async throws {
    let (reader, unlock) = try await lockedStore(lock)
    let other = SQLiteStore(path, configuration: configuration(.seconds(20)))
    guard case .reported(let report) = try await other.perform(.report, in: "books"),
      case .events(let events) = try await other.perform(.events(after: 0, limit: 9), in: "books")
    else { throw CancellationError() }
    #expect(report.resources.map(\.name) == ["Momo"] && events.map(\.kind) == [.added])
    await other.close()
    unlock()
    // The log was neither removed nor copied.
    #expect(try await reader.outcome(reader.ask()).grant != nil)
    await reader.store.close()
  }

  @Test func theOtherCallsHaveADeadlineToo() async throws {
    let (reader, unlock) = try await lockedStore(.beside)
    let other = SQLiteStore(path, configuration: configuration(.milliseconds(50)))
    #expect(await failure { try await other.livenessDescriptor() }?.code == .unreachable)
    #expect(await failure { try await other.flaws() }?.code == .unreachable)
    #expect(await failure { try await other.raiseEpoch() }?.code == .unreachable)
    unlock()
    await other.close()
    await reader.store.close()
  }
}

/// Waits until a thread waits for the lock of a store, or for the entry before it.
func waitsForLock(_ path: String, count: Int = 1) async throws {
  let inodes = ["-lock", "-entry"].compactMap { FileIdentity(of: path + $0)?.inode }
  while true {
    let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    let waiting = table.split(separator: "\n").count { line in
      line.contains("->") && line.contains("FLOCK")
        && inodes.contains { line.contains(":\($0) ") }
    }
    if waiting >= count { return }
    try await Task.sleep(for: .milliseconds(2))
  }
}
#endif
