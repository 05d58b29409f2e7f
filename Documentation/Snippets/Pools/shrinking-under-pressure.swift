// Pools that release idle elements under memory pressure.
// snippet.hide
import StagecraftMemory
import StagecraftPools

final class BranchMap {
  func show(_ branch: String) {}
}

final class OrderCell {}

struct CatalogueSession: Sendable {
  init(branch: String) async throws {}
}

extension ReuseIdentifier where Element == OrderCell {
  static var orderCell: ReuseIdentifier<OrderCell> { ReuseIdentifier("order") }
}

func shrinkMaps(under pressure: PressureMonitor) async {
  let maps = ElasticPool(maximumIdle: 8) { BranchMap() }
  // snippet.show
  maps.registerForPressure(with: pressure)
  // snippet.hide
  maps.warmUp(to: 8)
  let report = await pressure.relieve(.high)
  print("\(report.entries.map(\.name)): \(maps.snapshot.idle) maps are left.")
}

func shrinkSessions(under pressure: PressureMonitor) {
  // snippet.show
  let sessions = KeyedPool(capacity: 8, capacityPerKey: 2) { (branch: String) in
    try await CatalogueSession(branch: branch)
  }
  sessions.registerForPressure(
    with: pressure, as: "catalogue sessions", cost: .fetched, priority: .late, from: .high,
    bytesPerElement: 200_000)
  // snippet.hide
}

// snippet.show
@MainActor final class OrderList {
  private let cells = ReusePool()

  init(under pressure: PressureMonitor) {
    cells.register(.orderCell, maximumIdle: 20) { OrderCell() }
    cells.registerForPressure(with: pressure, as: "order cells", bytesPerElement: 30_000)
  }
}
// snippet.hide

func testShrinking() async {
  // snippet.show
  let pressure = PressureMonitor(sources: .none)
  let maps = ElasticPool(maximumIdle: 8) { BranchMap() }
  maps.registerForPressure(with: pressure, bytesPerElement: 5_000_000)
  maps.warmUp(to: 8)

  let report = await pressure.relieve(.high, target: 12_000_000)
  precondition(report.released == 15_000_000 && maps.snapshot.idle == 5)
  // snippet.hide
}

let pressure = PressureMonitor(sources: .none)
await shrinkMaps(under: pressure)
shrinkSessions(under: pressure)
_ = OrderList(under: pressure)
await testShrinking()
