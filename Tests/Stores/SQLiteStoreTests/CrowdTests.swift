#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

/// Hundreds of processes at one store.
@Suite(.timeLimit(.minutes(1))) struct CrowdTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
  }

  private func watches(_ store: SQLiteStore) -> Bool {
    store.core.state.withLock { !$0.watched.isEmpty }
  }

  /// If all watched, the end of each process would wake all others.
  @Test func onlyTheFirstInLineWatch() async throws {
    let store = SQLiteStore(path)
    let holder = try await Reader(store)
    try await holder.add("Momo")
    let held = holder.ask()
    let grant = try #require(try await holder.outcome(held).grant)
    var waiting: [(reader: Reader, ask: LendingAsk)] = []
    for _ in 0..<12 {
      let reader = try await Reader(SQLiteStore(path))
      waiting.append((reader, reader.ask()))
      #expect(try await reader.outcome(waiting.last!.ask).isWaiting)
    }
    #expect(waiting.map { watches($0.reader.store) } == (0..<12).map { $0 < 8 })
    // The next one watches in the place of the one that leaves the line.
    try await holder.giveBack(held, grant)
    _ = try await waiting[0].reader.borrow(waiting[0].ask)
    while !watches(waiting[8].reader.store) { try await Task.sleep(for: .milliseconds(2)) }
    #expect(!watches(waiting[9].reader.store))
    _ = try await waiting[3].reader.perform(.withdraw(waiting[3].ask.id))
    while !watches(waiting[9].reader.store) { try await Task.sleep(for: .milliseconds(2)) }
    for (reader, _) in waiting { await reader.store.close() }
    await store.close()
  }

  #if os(Linux)
  /// Twenty newcomers wait for the lock before it.
  @Test func aRenewalGoesBeforeNewcomers() async throws {
    let store = SQLiteStore(path)
    let holder = try await Reader(store)
    try await holder.add("Momo")
    let ask = holder.ask()
    let grant = try #require(try await holder.outcome(ask).grant)
    let renewal = LendingRenewalBatch(
      session: holder.session.id, leases: [LendingKey(request: ask.id, fence: grant.fence)])

    let lock = open(path + "-lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    // Noted by the stores' threads: the test's tasks may be resumed in another order.
    let (order, note) = AsyncStream.makeStream(of: String.self)
    let others = (0..<20).map { _ in SQLiteStore(path) }
    for other in others {
      let session = LendingSession(id: .random(), host: "localhost", process: 1)
      other.core.submit(.decide(.open(settings: nil, session: session), pool: "books")) { result in
        note.yield((try? result.get()) == nil ? "failure" : "newcomer")
      }
    }
    try await waitsForLock(path, count: 20)
    store.core.submit(.decide(.renew(renewal), pool: "books")) { _ in note.yield("renewal") }
    try await waitsForLock(path, count: 21)
    flock(lock, LOCK_UN)
    let answers = await order.prefix(21).reduce(into: []) { $0.append($1) }
    close(lock)
    // Without the entry, it is the last. Some newcomers may pass it while it wakes up.
    #expect(answers.firstIndex(of: "renewal") ?? 21 < 15)
    #expect(!answers.contains("failure"))
    for other in others { await other.close() }
    await store.close()
  }
  #endif
}
#endif
