#if SQLite
import CSQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// Fences that are larger than all before, although the store has lost what it knew.
@Suite(.timeLimit(.minutes(1))) struct EpochTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
  }

  private func fence(of store: SQLiteStore, adding name: String? = nil) async throws -> Fence {
    let reader = try await Reader(store)
    if let name { try await reader.add(name) }
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    try await reader.giveBack(ask, grant)
    return grant.fence
  }

  /// The recipe after damage: the files are moved away, and the stock is added again.
  @Test func aNewFileBeginsAboveTheFencesOfALostOne() async throws {
    let first = SQLiteStore(path)
    _ = try await fence(of: first, adding: "Momo")
    let last = try await fence(of: first)
    await first.close()
    for suffix in ["", "-wal", "-shm", "-lock"] { unlink(path + suffix) }
    let second = SQLiteStore(path)
    #expect(try await fence(of: second, adding: "Momo") > last)
    await second.close()
  }

  @Test func aCopyThatReplacesTheFileRaisesTheEpoch() async throws {
    let first = SQLiteStore(path)
    _ = try await fence(of: first, adding: "Momo")
    await first.close()
    try FileManager.default.copyItem(atPath: path, toPath: folder["copy.sqlite"])
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: folder["copy.sqlite-wal"])
    let later = SQLiteStore(path)
    let last = try await fence(of: later)
    await later.close()
    for suffix in ["", "-wal"] {
      #expect(rename(folder["copy.sqlite" + suffix], path + suffix) == 0)
    }
    let restored = SQLiteStore(path)
    let next = try await fence(of: restored)
    #expect(next.epoch == last.epoch + 1)
    await restored.close()
    let again = SQLiteStore(path)
    #expect(try await fence(of: again).epoch == next.epoch)
    await again.close()
  }

  /// After a backup with sqlite3, which removes the log when it closes the file, the store and the
  /// restored copy both raised the epoch by one, and then gave out the same fences.
  @Test func aStoreAndItsCopyInTheSameEpochDoNotGiveOutTheSameFence() async throws {
    let first = SQLiteStore(path)
    _ = try await fence(of: first, adding: "Momo")
    await first.close()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, "SELECT * FROM lend_pool", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    try FileManager.default.copyItem(atPath: path, toPath: folder["copy.sqlite"])

    let second = SQLiteStore(path)
    let last = try await fence(of: second)
    await second.close()
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    #expect(rename(folder["copy.sqlite"], path) == 0)
    let restored = SQLiteStore(path)
    let next = try await fence(of: restored)
    #expect(next.epoch == last.epoch)
    #expect(next > last)
    await restored.close()
  }

  @Test func theEpochIsRaisedAboveANumber() async throws {
    let store = SQLiteStore(path)
    #expect(try await store.raiseEpoch(above: 5_000) == 5_001)
    let first = try await fence(of: store, adding: "Momo")
    #expect(first.epoch == 5_001)
    #expect(try await store.raiseEpoch() == 5_002)
    #expect(try await fence(of: store).epoch == 5_002)
    #expect(try await store.raiseEpoch(above: 7_000) == 7_001)
    #expect(try await fence(of: store) == Fence(epoch: 7_001, counter: 1))
    await store.close()
  }

  @Test func theEpochWithWhichFencesBeginIsKnown() async throws {
    let store = SQLiteStore(path)
    #expect(try await store.examine().firstEpoch > 1)
    try await store.raiseEpoch(above: 5_000)
    #expect(try await store.examine().firstEpoch == 5_001)
    await store.close()
    // As in a file of an earlier program.
    let connection = try Connection(path: path)
    try connection.run("DELETE FROM lend_meta WHERE key = 'fence_floor'")
    connection.close()
    let again = SQLiteStore(path)
    #expect(try await again.examine().firstEpoch == 1)
    await again.close()
  }

  @Test func leasesGoOnWhenTheEpochIsRaised() async throws {
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    try await store.raiseEpoch()
    #expect(try await reader.outcome(ask).grant?.fence == grant.fence)
    try await reader.giveBack(ask, grant)
    await store.close()
  }

  @Test func theFloorRisesWithTime() {
    // 2026-01-01 at midnight, and one microsecond later.
    let start: Int64 = 20_454 * 86_400_000_000
    #expect(Fence.floor(at: start) == Fence(epoch: 1, counter: 0))
    #expect(Fence.floor(at: start + 1) == Fence(epoch: 1, counter: 1))
    #expect(Fence.floor(at: start + 86_400_000_000) == Fence(epoch: 2, counter: 0))
    // A clock that was not set.
    #expect(Fence.floor(at: 0) == Fence(epoch: 1, counter: 0))
    #expect(Fence.floor(at: 1_900_000_000_000_000).number < 1 << 53)
  }
}
#endif
