// A list and leases in a file that another library for SQLite also uses.
// snippet.hide
import StagecraftSQLiteStore
import StagecraftTableLists

struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

func open(_ path: String) async throws {
  // snippet.show
  let orders = try await TableList<Order>("orders", at: SQLiteTables(path))

  var configuration = SQLiteStoreConfiguration()
  configuration.sharesFile = true
  let store = SQLiteStore(path, configuration: configuration)
  let scanners = try await SharedPool("scanners", at: store)
  // snippet.hide
  _ = (orders, scanners)
}
