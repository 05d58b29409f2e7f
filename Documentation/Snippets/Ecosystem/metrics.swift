// The figures of pools, managers, lists, caches and screens, in swift-metrics.
// snippet.hide
import StagecraftCaches
import StagecraftLists
import StagecraftMemory
import StagecraftMetrics
import StagecraftOperations
import StagecraftPools
import StagecraftSharedPools
import StagecraftTableLists

struct Connection: Sendable {}
struct Order: Identifiable, Codable, Sendable { let id: Int }

final class Printer: Sendable {
  let place = "hall"
  var queued: Int { 4 }
  var printed: Int { 9 }
}

// snippet.show
extension Printer: MetricsSource {
  var metricsKind: String { "printer" }
  var metricsName: String? { place }

  func read(into reading: inout MetricsReading) {
    reading.level("queued", queued)
    reading.total("printed", printed)
  }
}
// snippet.hide

func report(
  connections: BoundedPool<Connection>, scanners: SharedPool<String>, manager: OperationManager,
  covers: PurgeableCache<String, [UInt8]>, pressure: PressureMonitor, orders: TableList<Order>
) async throws {
  // snippet.show
  let metrics = MetricsReporter(period: .seconds(5))
  metrics.report(all: [connections, scanners, manager, covers, pressure])
  metrics.report(orders, as: "orders")
  await metrics.run()
  // snippet.hide
}

func reportTimes(_ metrics: MetricsReporter, connections: BoundedPool<Connection>) {
  // snippet.show
  metrics.report(connections, timesEach: true)  // each wait and loan, in a timer
  // snippet.hide
}
