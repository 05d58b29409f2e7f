// Adding, wanting, holding, returning and keeping.
// snippet.hide
import StagecraftPools
import StagecraftSharedPools

struct Map: Sendable {
  var title: String
}

func scan(_ map: Map, at address: String, fence: Fence) async throws {
  print("\(address) scans the map of \(map.title) with fence \(fence).")
}

func park(_ address: String) async { print("\(address) is parked.") }
func compare(_ addresses: [String]) async throws { print(addresses) }
func isClean(_ address: String) async throws -> Bool { false }

let store = MemoryLeaseStore()
let map = Map(title: "the harbour")

// snippet.show
let rules = SharedPoolSettings(timeToLive: .seconds(30), maximumHold: .seconds(3_600))
let scanners = try await SharedPool("scanners", at: store, settings: rules)
try await scanners.add("scanner-1.library:9100", named: "scanner-1", labels: ["a3", "color"])
try await scanners.add("scanner-2.library:9100", named: "scanner-2", labels: ["a4"])
// snippet.hide

func stock(_ copies: SharedPool<String>) async throws {
  // snippet.show
  try await copies.add(
    contentsOf: (1...250_000).lazy.map { SharedPool.Addition("shelf 4", named: "copy-\($0)") })
  // snippet.hide
}

func want() async throws {
  // snippet.show
  let scanner = try await scanners.lease(
    where: ["a3"], preferring: "atlas", priority: 10, timeout: .after(.seconds(60)))
  // snippet.hide
  print(scanner.isPreferred)
}

func wantSeveral() async throws {
  // snippet.show
  try await scanners.withLeases([Want(["a3"]), Want(["a4"], count: 2)]) { scanners in
    try await compare(scanners.map(\.resource))
  }
  // snippet.hide
}

func hold() async throws {
  // snippet.show
  try await scanners.withLease { scanner in
    do {
      try await scan(map, at: scanner.resource, fence: scanner.fence)
    } catch {
      await park(scanner.resource)  // the margin is for this; the lease is still renewed
      throw error
    }
  }
  // snippet.hide
}

func watch() async throws {
  // snippet.show
  let scanner = try await scanners.lease()
  if let loss = await scanner.loss {
    print("\(scanner.name) must be left within \(loss.remaining).")
  }
  // snippet.hide
}

func quarantine() async throws {
  // snippet.show
  try await scanners.withLease { scanner in
    if try await !isClean(scanner.resource) {
      try await scanner.quarantine(because: "dust on the glass")
    }
  }
  // snippet.hide
}

func keep() async throws {
  // snippet.show
  try await scanners.takeBack("scanner-1", because: "technician is here")
  for resource in try await scanners.report().resources {
    print(resource.name, resource.state, resource.holder?.session.host ?? "-")
  }
  // snippet.hide
}

try await want()
try await hold()
try await quarantine()
