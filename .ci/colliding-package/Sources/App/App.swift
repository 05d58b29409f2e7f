import Caches
import Graphs
import Lists
import Memory
import Operations
import Pools
import Screens
import Stagecraft
import Traces

@main
struct App {
  static func main() throws {
    // The umbrella beside modules and types of the same short names.
    let books: Pools.Books = BoundedPool(lending: [1, 2])
    let manager: Operations.Manager = OperationManager("reviews")
    let monitor: Memory.Monitor = PressureMonitor(sources: .none)
    let covers: Caches.Covers = PurgeableCache("covers", limit: 1, under: monitor) { $0.count }
    print(type(of: books), type(of: manager), type(of: covers), Lists.Change.self)
    print(Screens.Identity.self, Graphs.Launch.self, Traces.Trace.self)
  }
}
