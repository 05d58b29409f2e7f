import Stagecraft
import StagecraftPostgresStore

/// Where the library keeps what its replicas share: the orders, and the stock.
struct Stores: Sendable {
  let tables: PostgresTables
  let leases: PostgresStore

  init(_ configuration: Configuration) throws {
    tables = try PostgresTables(configuration.database)
    leases = try PostgresStore(configuration.database)
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

  func close() async {
    await tables.close()
    await leases.close()
  }
}
