// One stock for several processes.
import Stagecraft

// snippet.hide
struct Map: Sendable { var title: String }

func scan(_ map: Map, at address: String, fence: Fence) async throws {
  print("\(address) scans the map of \(map.title) with fence \(fence).")
}

let store = MemoryLeaseStore()
let map = Map(title: "the harbour")
let keeper = try await SharedPool("scanners", at: store)
try await keeper.add("scanner-1.library:9100", named: "scanner-1", labels: ["a3"])

// snippet.show
let scanners = try await SharedPool("scanners", at: store)  // SQLite, PostgreSQL, or memory
try await scanners.withLease(where: ["a3"], preferring: map.title) { scanner in
  try await scan(map, at: scanner.resource, fence: scanner.fence)
}
