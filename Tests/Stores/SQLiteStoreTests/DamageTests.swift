#if SQLite
import CSQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

@Suite(.timeLimit(.minutes(2))) struct DamageTests {
  @Test(arguments: ["-wal", "-shm", ""])
  func aRemovedFileIsNoticedByAllAndNothingIsLentTwice(suffix: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    _ = try #require(try await reader.outcome(reader.ask()).grant)

    unlink(path + suffix)
    let error = await failure { try await reader.outcome(reader.ask()) }
    #expect(error?.code == .damaged)
    #expect(error?.explanation.contains("removed or replaced") == true)
    if suffix == "-wal" {
      let newcomer = SQLiteStore(path)
      let other = await failure { try await Reader(newcomer) }
      #expect(other?.code == .damaged)
      #expect(other?.explanation.contains("was removed while") == true)
      await newcomer.close()
    }
    await store.close()
  }

  /// The last fences may be lost, so that those of the next epoch are larger.
  @Test func aLogThatIsGoneRaisesTheEpoch() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo", "Emil")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    await store.close()
    #expect(unlink(path + "-wal") == 0)

    let next = SQLiteStore(path)
    let other = try await Reader(next)
    // The lease goes on.
    #expect(try await other.outcome(ask).grant?.fence == grant.fence)
    let second = try #require(try await other.outcome(other.ask()).grant)
    #expect(second.fence.epoch == grant.fence.epoch + 1)
    await next.close()
  }

  @Test func aDamagedPageIsReported() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    await store.close()
    // All pages but the first, which names the file.
    let file = try FileHandle(forUpdating: URL(filePath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: UInt64(Schema.pageSize))
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - Schema.pageSize))
    try file.close()

    let damaged = SQLiteStore(path)
    let error = await failure { try await Reader(damaged) }
    #expect(error?.code == .damaged)
    #expect(error?.explanation.contains("restore it") == true)
    await damaged.close()
  }

  /// Pages that are exchanged can be read, and only an examination of the whole file tells.
  @Test func exchangedPagesAreFound() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo", "Emil")
    #expect(try await store.flaws() == [])
    await store.close()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let damage = """
      PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (
        SELECT rootpage FROM sqlite_schema WHERE name = 'lend_label_set')
      WHERE name = 'lend_payload'
      """
    try #require(sqlite3_exec(handle, damage, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)

    let damaged = SQLiteStore(path)
    #expect(try await !damaged.flaws().isEmpty)
    await damaged.close()
  }

  /// Only the tables of resources are damaged: what does not need them works, and nothing is lent.
  @Test func damagedResourcesAreNotLent() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    await store.close()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let damage = "UPDATE lend_resource SET state = 9; UPDATE lend_free SET freed_at = freed_at + 1"
    try #require(sqlite3_exec(handle, damage, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)

    let damaged = SQLiteStore(path)
    let other = try await Reader(damaged)
    for _ in 0..<3 {
      let error = await failure { try await other.outcome(other.ask()) }
      #expect(error?.code == .damaged)
    }
    await damaged.close()
  }

  @Test(.enabled(if: canMount, "The full disk needs the right to mount a file system of 1 MB."))
  func aFullDiskChangesNothing() async throws {
    let folder = try TemporaryFolder()
    try mountSmall(folder.path)
    defer { unmount(folder.path) }
    let path = folder["lend.sqlite"]
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    var full: LeaseStoreError?
    var names: [String] = ["Momo"]
    for number in 0..<100 where full == nil {
      let name = "map \(number)"
      let payload = [UInt8](repeating: 7, count: 20_000)
      do {
        _ = try await reader.perform(
          .keep(.add(name: name, labels: [], payload: payload, token: .random())))
        names.append(name)
      } catch let error as LeaseStoreError { full = error }
    }
    #expect(full?.code == .full)
    #expect(full?.isTransient == true)
    let report = try await reader.report()
    #expect(report.resources.map(\.name) == names)
    #expect(report.resources.first?.holder?.fence == grant.fence)
    await store.close()
  }
}

#if os(Linux)
private let canMount: Bool = {
  guard let folder = try? TemporaryFolder() else { return false }
  guard (try? mountSmall(folder.path)) != nil else { return false }
  unmount(folder.path)
  return true
}()

private struct CannotMount: Error {}

private func mountSmall(_ path: String) throws {
  if mount("tmpfs", path, "tmpfs", 0, "size=1m") != 0 { throw CannotMount() }
}

private func unmount(_ path: String) { umount(path) }
#else
private let canMount = false
private func mountSmall(_ path: String) throws {}
private func unmount(_ path: String) {}
#endif
#endif
