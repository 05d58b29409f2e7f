#if SQLite
import Foundation
import StagecraftSQLiteStore
@_spi(Store) import StagecraftSharedPools
import Testing

/// Pools on the store, as an app uses them.
@Suite(.timeLimit(.minutes(3))) struct PoolTests {
  struct Phone: Hashable, Codable, Sendable {
    var serial: String
    var port: Int
  }

  @Test func poolsOfTwoStoresLendOneStock() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let stores = [SQLiteStore(path), SQLiteStore(path)]
    let first = try await SharedPool<Phone>("phones", at: stores[0], payload: .json)
    let second = try await SharedPool<Phone>("phones", at: stores[1], payload: .json)
    let phone = Phone(serial: "A1", port: 8_100)
    try await first.add(phone, named: "phone-1", labels: ["ios"])

    let lease = try await first.lease(where: ["ios"])
    #expect(lease.resource == phone)
    #expect(try await second.tryLease() == nil)
    async let next = second.lease()
    while try await first.report().waiting == 0 { await Task.yield() }
    await lease.release()
    let other = try await next
    #expect(other.fence > lease.fence)
    #expect(try await other.confirm())
    await other.release()
    await first.close()
    await second.close()
    for store in stores { await store.close() }
  }

  @Test func manyTasksOfTwoPoolsLoseNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let stores = [SQLiteStore(path), SQLiteStore(path)]
    let pools = [
      try await SharedPool("books", at: stores[0]), try await SharedPool("books", at: stores[1]),
    ]
    for number in 1...3 { try await pools[0].add("shelf \(number)", named: "book \(number)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<20 {
        group.addTask {
          for _ in 0..<10 {
            try await pools[task % 2].withLease { lease in
              #expect(lease.isStillMine)
              await Task.yield()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let report = try await pools[0].report()
    #expect(report.count(of: .free) == 3)
    #expect(report.waiting == 0)
    let grants = try await pools[0].events(limit: 10_000).filter { $0.kind == .granted }
    #expect(grants.count == 200)
    for pool in pools { await pool.close() }
    for store in stores { await store.close() }
  }

  /// With 200 and with 4,000 requests in line, one is served in about the same time.
  @Test func theLengthOfTheLineDoesNotMatter() async throws {
    let folder = try TemporaryFolder()
    let short = try await Line(of: 200, in: SQLiteStore(folder["short.sqlite"]))
    let long = try await Line(of: 4_000, in: SQLiteStore(folder["long.sqlite"]))
    // By turns, and the best of each: other tests take processor time from both.
    for _ in 0..<40 {
      try await short.serve()
      try await long.serve()
    }
    #expect(long.best < short.best * 4)
    await short.reader.store.close()
    await long.reader.store.close()
  }
}

/// A resource and the requests in line for it.
private final class Line {
  let reader: Reader
  private var held: LendingAsk
  private var grant: LendingGrant
  private var waiting: [LendingAsk] = []
  /// The shortest time in which the resource came back.
  private(set) var best = Duration.seconds(60)

  init(of length: Int, in store: SQLiteStore) async throws {
    reader = try await Reader(store)
    try await reader.add("Momo")
    held = reader.ask()
    grant = try #require(try await reader.outcome(held).grant)
    for _ in 0..<length {
      let ask = reader.ask()
      #expect(try await reader.outcome(ask).isWaiting)
      waiting.append(ask)
    }
  }

  /// Gives the resource back, and takes it for the first in line.
  func serve() async throws {
    let start = ContinuousClock.now
    try await reader.giveBack(held, grant)
    best = min(best, start.duration(to: .now))
    held = waiting.removeFirst()
    grant = try #require(try await reader.outcome(held).grant)
  }
}
#endif
