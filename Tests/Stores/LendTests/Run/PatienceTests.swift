#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Synchronization
import Testing

@testable import LendCommands

/// A store that other processes keep locked.
@Suite(.timeLimit(.minutes(1))) struct PatienceTests {
  private func pool(failures: Int) -> OpenedPool {
    OpenedPool(
      store: OpenedStore(
        store: LockedStore(failures: failures), initialize: { _ in "" }, raiseEpoch: { $0 },
        examine: { [] }, livenessDescriptor: { nil }, close: {}), place: .file("lend.sqlite"),
      name: "default")
  }

  @Test func aRequestIsRepeatedForAsLongAsItMayWait() async throws {
    #expect(try await pool(failures: 5).perform(.sweep, patience: .seconds(50)) == .done)
    #expect(try await pool(failures: 1).perform(.sweep) == .done)
    await #expect(throws: LeaseStoreError.self) { try await pool(failures: 2).perform(.sweep) }
  }
}

private final class LockedStore: LeaseStore {
  private let failures: Mutex<Int>

  init(failures: Int) { self.failures = Mutex(failures) }

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let mustFail = failures.withLock { count in
      count -= 1
      return count >= 0
    }
    if mustFail { throw LeaseStoreError(.unreachable, "It is locked.") }
    return .done
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    AsyncStream { $0.finish() }
  }
}
#endif
