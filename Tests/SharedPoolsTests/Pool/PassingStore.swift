@_spi(Store) import StagecraftSharedPools
import TestSupport

/// A store that passes everything on, and opens a gate when nothing retains it any more.
final class PassingStore: LeaseStore {
  private let store: any LeaseStore
  private let gate: Gate

  init(_ store: any LeaseStore, opening gate: Gate) {
    self.store = store
    self.gate = gate
  }

  deinit { gate.open() }

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    try await store.perform(call, in: pool)
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    store.signals(for: session)
  }
}
