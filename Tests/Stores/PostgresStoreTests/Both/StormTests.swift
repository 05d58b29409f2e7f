#if POSTGRES_CLIENT
import LendingProof
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Pools of several clients, while the server restarts and connections are cut, and a checker of
/// what they saw.
@Suite(.needsServer, .timeLimit(.minutes(4)))
struct StormTests {
  @Test func poolsOfSeveralClientsViolateNothing() async throws {
    let cluster = try PostgresCluster()
    let database = try await TestServer.makeDatabase(on: cluster)
    let settings = SharedPoolSettings(timeToLive: .seconds(2))
    let keeper = try await TestClient(try database.store(), settings: settings)
    for name in ["a", "b"] { try await keeper.add(name) }
    let proxy = try CuttingProxy(to: cluster)
    let address = cluster.address(through: proxy, database: database.name)

    let histories = (1...3).map { HistoryWriter(process: "p\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for history in histories {
        group.addTask {
          let store = try TestedStore(
            address, configuration: .init(operationTimeout: .seconds(1)))
          var configuration = SharedPoolConfiguration(job: history.process)
          configuration.returnTimeout = .seconds(2)
          let pool = try await SharedPool(
            "books", at: RecordingStore(store, history), configuration: configuration)
          for round in 0..<60 {
            let wants = [Want(count: round.isMultiple(of: 7) ? 2 : 1)]
            try? await pool.withLeases(wants, timeout: .after(.seconds(3))) { leases in
              for lease in leases where lease.isStillMine {
                history.record(.holds(resource: lease.name, fence: lease.fence))
              }
              await Task.yield()
              for lease in leases where lease.isStillMine {
                history.record(.holds(resource: lease.name, fence: lease.fence))
              }
            }
          }
          await pool.close()
          await store.close()
        }
      }
      // Each fault follows some more grants of any pool.
      group.addTask {
        var after: Int64 = 0
        for fault in 0..<12 {
          after = try await keeper.number(ofGrant: 6, after: after)
          switch fault % 6 {
          case 0: try cluster.restart(.fast)
          case 1: proxy.cutNext(.afterCommit, of: "ask")
          case 2: proxy.cutNext(.beforeRequest, of: "give_back")
          case 3: try cluster.restart(.immediate)
          case 4: proxy.cutNext(.amidReply, of: "renew")
          default: proxy.cutNext(.afterCommit, of: "give_back")
          }
        }
      }
      try await group.waitForAll()
    }
    // What a lost return has left expires.
    while try await keeper.report().count(of: .free) < 2 {
      _ = try await keeper.insist(.sweep)
      try Task.checkCancellation()
    }
    let answer = try await keeper.insist(.events(after: 0, limit: 100_000))
    guard case .events(let log) = answer else { throw TestClient.Surprise(answer) }
    let checker = HistoryChecker(
      histories.flatMap(\.entries), log: log, report: try await keeper.report())
    let violations = checker.violations()
    #expect(violations.isEmpty, "\(violations.map(\.description))")
    #expect(log.count { $0.kind == .granted } > 70)
    await keeper.store.close()
  }
}

extension TestClient {
  /// Waits for this many grants after an entry of the log, and returns the number of the last.
  fileprivate func number(ofGrant count: Int, after: Int64) async throws -> Int64 {
    while true {
      let answer = try await insist(.events(after: after, limit: 1_000))
      guard case .events(let events) = answer else { throw Surprise(answer) }
      let grants = events.filter { $0.kind == .granted }
      if grants.count >= count { return grants[count - 1].number }
      try Task.checkCancellation()
    }
  }
}
#endif
