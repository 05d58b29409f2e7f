#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) package import StagecraftSharedPools

/// A lease store that writes down what is asked of another one, and what is answered.
package final class RecordingStore: LeaseStore {
  private let store: any LeaseStore
  private let history: HistoryWriter

  /// Creates a store that passes all requests to another.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - history: Where they are written down.
  package init(_ store: any LeaseStore, _ history: HistoryWriter) {
    self.store = store
    self.history = history
  }

  /// Writes a request down, passes it on, and writes the answer down.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer.
  /// - Throws: The error of the other store.
  package func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    switch call {
    case .ask, .giveBack, .withdraw, .close, .keep: history.record(.sent(call))
    case .open, .renew, .sweep, .report, .events: break
    }
    let begin = history.now
    do {
      let answer = try await store.perform(call, in: pool)
      switch call {
      case .report, .events, .sweep: break
      default: history.record(.answered(call, answer), begin: begin)
      }
      return answer
    } catch {
      history.record(.failed(call, error.explanation), begin: begin)
      throw error
    }
  }

  /// The signals of the other store.
  package func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    store.signals(for: session)
  }
}
#endif
