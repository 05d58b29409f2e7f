// A list that follows a table of PostgreSQL.
import StagecraftPostgresStore
import StagecraftTableLists

// snippet.hide
struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

func followOnServer() async throws -> TableList<Order> {
  // snippet.show
  let database = try PostgresTables("postgres://desk@db.example.org/library")
  let orders = try await TableList<Order>("orders", at: database)
  // snippet.hide
  return orders
}
