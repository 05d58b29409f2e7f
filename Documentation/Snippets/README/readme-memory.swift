// A cache and a pool that release memory when it runs short.
import Stagecraft

// snippet.hide
final class BranchMap {}
let maps = ElasticPool(maximumIdle: 8) { BranchMap() }

// snippet.show
let pressure = PressureMonitor()
let covers = PurgeableCache<String, [UInt8]>(
  "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
) { cover in cover.count }
maps.registerForPressure(with: pressure, bytesPerElement: 4 << 20)  // before covers are evicted
// snippet.hide
covers["978-0"] = [1, 2, 3]
