import Logging
import NIOCore
import PostgresNIO

extension PostgresConnection {
  /// Sends a query, and returns its rows.
  ///
  /// A query that is written to a connection that has closed is never answered. A connection closes
  /// on its event loop, so `isClosed` is read there, in the turn in which the query is written.
  ///
  /// An answer can take as long as another transaction keeps a lock. Cancelling the task closes the
  /// connection, which ends the query with an error.
  func rows(of query: PostgresQuery, logger: Logger) async throws -> [PostgresRow] {
    try await withTaskCancellationHandler {
      try await eventLoop.flatSubmit { () -> EventLoopFuture<[PostgresRow]> in
        if self.isClosed { return self.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        return self.query(query, logger: logger).map(\.rows)
      }.get()
    } onCancel: {
      let _: EventLoopFuture<Void> = close()
    }
  }
}
