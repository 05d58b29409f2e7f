// Where a pool can be recorded, and what its resources can be.
// snippet.hide
import StagecraftPostgresStore
import StagecraftSQLiteStore

struct Device: Codable, Sendable {
  var serial: String
}

func openOnThisMachine() async throws -> SharedPool<String> {
  // snippet.show
  let devices = try await SharedPool("devices", at: SQLiteStore.default)
  // snippet.hide
  return devices
}

func openOnServer() async throws -> SharedPool<String> {
  // snippet.show
  let store = try PostgresStore("postgres://lab@db.example.org/lend")
  let devices = try await SharedPool("devices", at: store)
  // snippet.hide
  return devices
}

func open(at store: any LeaseStore) async throws -> SharedPool<Device> {
  // snippet.show
  let typed = try await SharedPool<Device>("devices", at: store, payload: .json)
  // snippet.hide
  return typed
}
