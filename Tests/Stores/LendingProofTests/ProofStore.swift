#if SQLite && PostgreSQL
import LendingProof
@_spi(Store) import StagecraftSharedPools
import StagecraftTestKit

/// A store in memory, a clock that the test moves, and two processes that write down what they do.
struct ProofStore {
  static let pool = "books"
  static let sessions = [LendingID(high: 1, low: 1), LendingID(high: 1, low: 2)]

  let clock = ManualClock()
  let store: any LeaseStore
  let histories: [HistoryWriter]
  let processes: [RecordingStore]

  /// Creates the proof with a stock, and with what `wrap` makes of a store in memory.
  init(
    _ resources: [String] = ["a"], _ wrap: (any LeaseStore, ManualClock) -> any LeaseStore
  ) async throws {
    let clock = clock
    store = wrap(MemoryLeaseStore(clock: clock), clock)
    histories = ["one", "two"].map { name in
      HistoryWriter(process: name) {
        clock.now.sinceStart.microseconds * 1_000
      }
    }
    let store = store
    processes = histories.map { RecordingStore(store, $0) }
    for (process, session) in zip(processes, Self.sessions) {
      let opening = LendingSession(id: session, host: "proof", process: 1)
      _ = try await process.perform(.open(settings: nil, session: opening), in: Self.pool)
    }
    for name in resources {
      let add = LendingUpkeep.add(name: name, labels: [], payload: [], token: .random())
      _ = try await store.perform(.keep(add), in: Self.pool)
    }
  }

  static func id(_ number: UInt64) -> LendingID { LendingID(high: 0, low: number) }

  @discardableResult
  func ask(
    _ number: UInt64, count: Int = 1, by process: Int = 0
  ) async throws -> LendingAnswer {
    // Each request takes a microsecond.
    clock.advance(by: .microseconds(1))
    let ask = LendingAsk(
      id: Self.id(number), session: Self.sessions[process], wants: [Want(count: count)])
    return try await processes[process].perform(.ask(ask), in: Self.pool)
  }

  /// Returns what a request holds, as the store's report says.
  @discardableResult
  func giveBack(_ number: UInt64, by process: Int = 0) async throws -> LendingAnswer {
    clock.advance(by: .microseconds(1))
    let held = try await report().resources.compactMap(\.holder).first {
      $0.request == Self.id(number)
    }
    let key = LendingKey(request: Self.id(number), fence: held?.fence ?? Fence(0))
    return try await processes[process].perform(
      .giveBack(LendingReturn(lease: key)), in: Self.pool)
  }

  @discardableResult
  func tell(_ call: LendingCall, by process: Int = 0) async throws -> LendingAnswer {
    clock.advance(by: .microseconds(1))
    return try await processes[process].perform(call, in: Self.pool)
  }

  func report() async throws -> SharedPoolReport {
    guard case .reported(let report) = try await store.perform(.report, in: Self.pool) else {
      throw LeaseStoreError(.notAStore, "It does not report.")
    }
    return report
  }

  /// What the checker finds.
  func violations(
    atRest: Bool = false, writes: [String: [GuardedCounter.Write]] = [:]
  ) async throws -> [HistoryViolation] {
    guard
      case .events(let log) = try await store.perform(
        .events(after: 0, limit: 10_000), in: Self.pool)
    else { return [] }
    let checker = HistoryChecker(
      histories.flatMap(\.entries), log: log, report: atRest ? try await report() : nil,
      writes: writes)
    return checker.violations()
  }

  func properties(atRest: Bool = false) async throws -> Set<HistoryViolation.Property> {
    Set(try await violations(atRest: atRest).map(\.property))
  }
}
#endif
