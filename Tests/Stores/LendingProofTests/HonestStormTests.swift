#if SQLite && PostgreSQL
import LendingProof
import StagecraftPools
@_spi(Store) import StagecraftSharedPools
import Testing

/// Pools of one process, each a session of its own, behind bad networks.
@Suite("Honest pools behind a bad network", .timeLimit(.minutes(1)))
struct HonestStormTests {
  @Test("violate nothing", arguments: [1, 2] as [UInt64])
  func violateNothing(seed: UInt64) async throws {
    let store = MemoryLeaseStore()
    let settings = SharedPoolSettings(timeToLive: .milliseconds(400))
    let opening = LendingSession.current(job: "keeper")
    _ = try await store.perform(.open(settings: settings, session: opening), in: "books")
    for name in ["a", "b"] {
      let add = LendingUpkeep.add(
        name: name, labels: [], payload: Array(name.utf8), token: .random())
      _ = try await store.perform(.keep(add), in: "books")
    }
    _ = try await store.perform(.close(session: opening.id), in: "books")

    let histories = (1...3).map { HistoryWriter(process: "p\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, history) in histories.enumerated() {
        group.addTask {
          let network = UnreliableStore(
            store, seed: seed &* 10 &+ UInt64(index), silence: .milliseconds(600), history)
          var configuration = SharedPoolConfiguration(job: history.process)
          configuration.returnTimeout = .seconds(2)
          let pool = try await SharedPool(
            "books", at: RecordingStore(network, history), configuration: configuration)
          for round in 0..<40 {
            let wants = [Want(count: round.isMultiple(of: 7) ? 2 : 1)]
            try? await pool.withLeases(wants, timeout: .after(.seconds(1))) { leases in
              for lease in leases where lease.isStillMine {
                history.record(.holds(resource: lease.name, fence: lease.fence))
              }
              try await Task.sleep(for: .milliseconds(round.isMultiple(of: 10) ? 150 : 1))
              for lease in leases where lease.isStillMine {
                history.record(.holds(resource: lease.name, fence: lease.fence))
              }
            }
          }
          await pool.close()
        }
      }
      try await group.waitForAll()
    }
    // What a lost return has left expires; nothing else lends meanwhile.
    try await Task.sleep(for: settings.timeToLive + settings.effectiveGrace)
    _ = try await store.perform(.sweep, in: "books")
    guard
      case .events(let log) = try await store.perform(
        .events(after: 0, limit: 10_000), in: "books"),
      case .reported(let report) = try await store.perform(.report, in: "books")
    else {
      Issue.record("The store does not answer.")
      return
    }
    let entries = histories.flatMap(\.entries)
    let checker = HistoryChecker(entries, log: log, report: report)
    let violations = checker.violations()
    #expect(violations.isEmpty, "seed \(seed): \(violations.map(\.description))")
    #expect(log.count { $0.kind == .granted } > 50)
    #expect(entries.contains { if case .failed = $0.event { true } else { false } })
  }
}
#endif
