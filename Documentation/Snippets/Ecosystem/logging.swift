// What is worth a line of the log.
// snippet.hide
import Logging
import StagecraftLogging
import StagecraftMemory
import StagecraftOperations
import StagecraftPools
import StagecraftSharedPools
import StagecraftTableLists

struct Connection: Sendable {}
struct Order: Identifiable, Codable, Sendable { let id: Int }

final class Printer: Sendable {
  let place = "hall"
  func observeJams(_ body: @escaping @Sendable (Int) -> Void) -> ObservationToken {
    ObservationToken {}
  }
}

// snippet.show
extension Printer: LogSource {
  var logKey: String { "printer" }
  var logName: String? { place }

  func log(to track: LogTrack) -> ObservationToken {
    observeJams { sheets in
      track.write("jam", .warning, "printer is jammed", ["sheets": "\(sheets)"])
    }
  }
}
// snippet.hide

func report(
  connections: BoundedPool<Connection>, scanners: SharedPool<String>, manager: OperationManager,
  pressure: PressureMonitor, orders: TableList<Order>
) {
  // snippet.show
  let log = LogReporter()  // the logger of the task
  log.report(all: [connections, scanners, manager, pressure])
  log.report(orders)
  // snippet.hide
  _ = log
}
