// Shared pools and lists of tables on a client that a server has already.
// snippet.show
import PostgresNIO
import StagecraftPostgresNIO
// snippet.hide

struct Scanner: Codable, Sendable { var address: String }
struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

func open(client: PostgresClient) async throws {
  // snippet.show
  // Once, with a role that may create roles and schemas; or `lend init`.
  try await PostgresNIOStore.initialize(client)

  let store = try PostgresNIOStore(client, named: "library on db.example.org")
  let scanners = try await SharedPool<Scanner>("scanners", at: store, payload: .json)

  let database = try PostgresNIOTables(client, named: "library on db.example.org")
  let orders = try await TableList<Order>("orders", at: database)
  // snippet.hide
  _ = (scanners, orders)
}

struct Device: Codable, Sendable {}

func examples(client: PostgresClient) async throws {
  do {
    // snippet.show
    let store = try PostgresNIOStore(client)
    let devices = try await SharedPool("devices", at: store)
    // snippet.hide
    _ = devices
  }
  // snippet.show
  let database = try PostgresNIOTables(client)
  let orders = try await TableList<Order>("orders", at: database)
  // snippet.hide
  _ = orders
}
