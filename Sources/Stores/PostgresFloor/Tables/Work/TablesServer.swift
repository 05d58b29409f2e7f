#if PostgreSQL || PostgresNIO
internal import StageFloor

/// What the server has said about itself last.
package final class TablesServer: Sendable {
  private let state = Guarded(false)

  package init() {}

  /// Whether transactions can be prepared, which a restart may change.
  var canPrepareTransactions: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
#endif
