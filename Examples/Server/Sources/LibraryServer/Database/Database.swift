package import Logging
package import PostgresNIO
package import Stagecraft
import Tracing

/// A few connections to the database, lent one query at a time.
///
/// PostgreSQL has a process for each connection, so a replica has at most eight, however many
/// requests it answers. A request that finds none waits in line, five seconds at most.
package final class Database: Sendable {
  package let connections: BoundedPool<PostgresConnection>
  private let logger: Logger

  package init(_ url: String, logger: Logger) throws {
    let address = try DatabaseAddress(url).ofConnection
    var configuration = PoolConfiguration()
    configuration.name = "connections"
    configuration.waitTimeout = .seconds(5)
    configuration.recordsTimings = true
    // Asking whether a connection is closed takes no time, so each is asked before it is lent.
    configuration.validationWindow = .zero
    var hooks = AsyncPoolHooks<PostgresConnection>()
    hooks.validate = { !$0.isClosed }
    hooks.onReturn = { $0.isClosed ? .discard : .reuse }
    hooks.destroy = { connection, _ in try? await connection.close() }
    connections = BoundedPool(capacity: 8, configuration: configuration, hooks: hooks) {
      try await PostgresConnection.connect(configuration: address, id: 0, logger: logger)
    }
    self.logger = logger
  }

  /// Sends a query, and returns its rows.
  ///
  /// Cancelling the task ends the query.
  @discardableResult
  package func query(_ query: PostgresQuery) async throws -> [PostgresRow] {
    try await connections.withElement { [logger] connection in
      try await withSpan("query") { _ in
        try await connection.rows(of: query, logger: logger)
      }
    }
  }
}
