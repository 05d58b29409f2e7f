// A list that follows a table of a SQLite file.
import StagecraftSQLiteStore
import StagecraftTableLists

// snippet.hide
struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

func follow() async throws {
  // snippet.show
  let database = SQLiteTables("library.sqlite")
  let orders = try await TableList<Order>("orders", at: database)
  // snippet.hide
  await orders.close()
  // snippet.show
  try await database.remove("orders")
  // snippet.hide
}
