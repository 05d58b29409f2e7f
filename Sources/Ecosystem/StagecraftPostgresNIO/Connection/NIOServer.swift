#if PostgresNIO
internal import Logging
internal import PostgresNIO
internal import StageFloor
internal import StagecraftSharedPools

/// A client, and what is known about its connections.
final class NIOServer: Sendable {
  let client: PostgresClient
  let place: String
  let logger: Logger
  /// The numbers of connections that were examined.
  private let examined = Guarded<Set<PostgresConnection.ID>>([])

  init(_ client: PostgresClient, place: String, logger: Logger?) {
    self.client = client
    self.place = place
    self.logger =
      logger ?? Logger(label: "stagecraft.postgres") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Whether this connection is to be examined, which then is noted.
  func isNew(_ connection: PostgresConnection.ID) -> Bool {
    examined.withLock { examined in
      // Their numbers only grow; those of connections that have ended are of no use.
      if examined.count >= 1_000 { examined = [] }
      return examined.insert(connection).inserted
    }
  }

  func forget(_ connection: PostgresConnection.ID) {
    examined.withLock { _ = $0.remove(connection) }
  }
}
#endif
