#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Synchronization
import Testing

/// Many tasks and several stores share a pool.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct ContentionTests {
  /// The resources that are held, by name, and the last fence of each.
  private final class Held: Sendable {
    private let state = Mutex((names: Set<String>(), fences: [String: Fence](), count: 0))

    func begin(_ leases: [FencedLease<String>]) {
      state.withLock { state in
        for lease in leases {
          #expect(state.names.insert(lease.name).inserted, "\(lease.name) is lent twice.")
          #expect(lease.fence > state.fences[lease.name] ?? Fence(0))
          state.fences[lease.name] = lease.fence
          state.count += 1
        }
      }
    }

    func end(_ leases: [FencedLease<String>]) {
      state.withLock { state in
        for lease in leases { state.names.remove(lease.name) }
      }
    }

    var count: Int { state.withLock { $0.count } }
  }

  @Test func nothingIsLentTwice() async throws {
    let database = try await TestServer.makeDatabase()
    let stores = try (0..<4).map { _ in try database.store(.seconds(30)) }
    let settings = SharedPoolSettings(timeToLive: .seconds(20))
    let keeper = try await SharedPool("books", at: stores[0], settings: settings)
    for number in 1...6 {
      let labels: Labels = number.isMultiple(of: 2) ? ["atlas"] : ["novel"]
      try await keeper.add("book \(number)", named: "book \(number)", labels: labels)
    }
    let held = Held()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          let pool = try await SharedPool("books", at: stores[number % 4])
          for round in 0..<12 {
            let wants: [Want] =
              switch (number + round) % 5 {
              case 0: [Want(["atlas"], count: 2), Want()]
              case 1: [Want(["novel"], preferring: "story \(number)")]
              case 2: [Want(["atlas"])]
              default: [Want()]
              }
            try await pool.withLeases(wants) { leases in
              held.begin(leases)
              await Task.yield()
              held.end(leases)
            }
          }
          await pool.close()
        }
      }
      try await group.waitForAll()
    }
    let report = try await keeper.report()
    #expect(report.count(of: .free) == 6)
    #expect(report.waiting == 0)
    #expect(
      try database.execute("select count(*) from lend.event where kind = 'granted'")
        == String(held.count))
    await keeper.close()
    for store in stores { await store.close() }
  }

  /// Renewals take no lock of the pool; they must not meet decisions in another order of rows.
  @Test func renewalsAndDecisionsDoNotLockEachOther() async throws {
    let database = try await TestServer.makeDatabase()
    let settings = SharedPoolSettings(timeToLive: .seconds(30))
    let stores = try (0..<3).map { _ in try database.store(.seconds(30)) }
    let session = LendingSession(id: .random(), host: "client", process: 1)
    for store in stores {
      _ = try await store.perform(.open(settings: settings, session: session), in: "books")
    }
    let client = try await TestClient(stores[0])
    for number in 1...12 { try await client.add("book \(number)") }
    for _ in 0..<20 {
      var leases: [LendingKey] = []
      for _ in 0..<12 {
        let ask = LendingAsk(id: .random(), session: session.id, wants: [Want()])
        let answer = try await stores[0].perform(.ask(ask), in: "books")
        guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
        leases.append(LendingKey(request: ask.id, fence: grant.fence))
      }
      let renewed = leases.reversed() as [LendingKey]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in stores.dropFirst() {
          group.addTask {
            for _ in 0..<5 {
              _ = try await store.perform(
                .renew(LendingRenewalBatch(session: session.id, leases: renewed)), in: "books")
            }
          }
        }
        group.addTask {
          _ = try await stores[0].perform(.close(session: session.id), in: "books")
        }
        try await group.waitForAll()
      }
      _ = try await stores[0].perform(.open(settings: nil, session: session), in: "books")
    }
    #expect(
      try database.execute(
        "select deadlocks from pg_stat_database where datname = current_database()") == "0")
    #expect(try await client.report().count(of: .free) == 12)
    for store in stores { await store.close() }
  }

  /// A waiter leaves the line when its task is cancelled, and what it kept aside is lent.
  @Test func aCancelledWaiterLeavesTheLine() async throws {
    let database = try await TestServer.makeDatabase()
    let store = try database.store()
    let pool = try await SharedPool("books", at: store)
    try await pool.add("one", named: "one")
    try await pool.add("two", named: "two")
    let lease = try await pool.lease()
    let waiter = Task { try await pool.leases([Want(count: 2)]) }
    while try await pool.report().waiting == 0 {}
    #expect(try await pool.tryLease() == nil)
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    let other = try await pool.lease()
    #expect(other.name != lease.name)
    await lease.release()
    await other.release()
    await pool.close()
    await store.close()
  }
}
#endif
