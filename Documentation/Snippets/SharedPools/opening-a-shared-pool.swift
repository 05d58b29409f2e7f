// One stock, several desks: the first example, and its errors.
// snippet.hide
import StagecraftPools
import StagecraftSharedPools

struct Map: Sendable {
  var title: String
}

func scan(_ map: Map, at address: String, fence: Fence) async throws {
  print("\(address) scans the map of \(map.title) with fence \(fence).")
}

let store = MemoryLeaseStore()
let map = Map(title: "the harbour")
let keeper = try await SharedPool("scanners", at: store)
try await keeper.add("scanner-1.library:9100", named: "scanner-1", labels: ["a3"])

// snippet.show
let scanners = try await SharedPool("scanners", at: store)

try await scanners.withLease(where: ["a3"], preferring: map.title) { scanner in
  try await scan(map, at: scanner.resource, fence: scanner.fence)
}
// snippet.hide

func scanInTime() async throws {
  // snippet.show
  do {
    try await scanners.withLease(timeout: .after(.seconds(60))) { scanner in
      try await scan(map, at: scanner.resource, fence: scanner.fence)
    }
  } catch SharedPoolError.timedOut {
    print("No scanner became free within a minute.")
  }
  // snippet.hide
}

func scanTogether() async throws {
  // snippet.show
  let both = try await scanners.leases([Want(["a3"], count: 2), Want(["licence"])])
  // snippet.hide
  print(both.count)
}

try await scanInTime()
