#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import StagecraftTestKit
import Synchronization

/// A store whose machine is right, and whose tables are changed behind its back after a request.
final class TamperedStore: LeaseStore {
  typealias Change =
    @Sendable (inout LendingMachine<MemoryRecords>, LendingCall, _ now: Int64) -> Void

  private let machine = Mutex(LendingMachine(MemoryRecords()))
  private let clock: ManualClock
  private let change: Change

  init(clock: ManualClock, _ change: @escaping Change) {
    self.clock = clock
    self.change = change
  }

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let now = clock.now.sinceStart.microseconds
    return machine.withLock { machine in
      machine.records.time = now
      let answer = machine.decide(call, at: now).answer
      change(&machine, call, now)
      return answer
    }
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    AsyncStream { $0.finish() }
  }
}
#endif
