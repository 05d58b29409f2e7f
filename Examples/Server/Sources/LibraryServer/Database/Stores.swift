import Logging
import PostgresNIO
import Stagecraft
import StagecraftPostgresNIO

/// Where the library keeps what its replicas share: the orders, and the stock.
///
/// Both use the connections of one client.
struct Stores: Sendable {
  let client: PostgresClient
  let tables: PostgresNIOTables
  let leases: PostgresNIOStore
  private let running: Task<Void, Never>

  init(_ configuration: Configuration, logger: Logger) throws {
    let client = PostgresClient(
      configuration: try DatabaseAddress(configuration.database).ofClient, backgroundLogger: logger)
    self.client = client
    running = Task { await client.run() }
    tables = try PostgresNIOTables(client)
    leases = try PostgresNIOStore(client)
  }

  /// The orders, newest first.
  func orders() async throws -> TableList<Order> {
    try await TableList(
      "orders", at: tables, orderedBy: .columns(TableOrder("since", isDescending: true)))
  }

  /// The copies of all books.
  func copies(_ configuration: Configuration) async throws -> SharedPool<String> {
    var settings = SharedPoolSettings(timeToLive: configuration.timeToLive)
    settings.maximumHold = .seconds(3_600)
    return try await SharedPool(
      "copies", at: leases, settings: settings,
      configuration: SharedPoolConfiguration(job: configuration.name))
  }

  /// Ends the client after those that use it.
  func close() async {
    await tables.close()
    await leases.close()
    running.cancel()
    await running.value
  }
}
