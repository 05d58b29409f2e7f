// Spans for operations, waits, leases and runs of graphs.
// snippet.hide
import StagecraftGraphs
import StagecraftOperations
import StagecraftPools
import StagecraftSharedPools
import StagecraftTracing
import Tracing

struct Reader: Sendable {}

struct Connection: Sendable {
  func books(of reader: Reader) async throws -> [String] { ["Emma"] }
}

struct Session: Sendable {
  func logIn() async throws -> Reader { Reader() }
}

final class Printer: Sendable {
  let place = "hall"
  func observePrints(
    _ begin: @escaping @Sendable (_ pages: Int64) -> @Sendable ((any Error)?) -> Void
  ) -> ObservationToken {
    ObservationToken {}
  }
}

// snippet.show
extension Printer: TracingSource {
  var tracingName: String? { place }

  func trace(to track: TracingTrack) -> ObservationToken {
    observePrints { pages in
      // The printer calls the returned closure at the end.
      track.begin("print", ["printer.pages": .int(pages)])
    }
  }
}
// snippet.hide

func report(
  connections: BoundedPool<Connection>, scanners: SharedPool<String>, manager: OperationManager,
  launch: OperationGraph
) async throws {
  // snippet.show
  let tracing = TracingReporter()  // the tracer of the process
  tracing.report(all: [manager, connections, scanners])
  // snippet.hide
  try await start(launch, tracing)
  await close(manager, tracing)
}

func answer(
  _ manager: OperationManager, _ session: Session, _ connections: BoundedPool<Connection>
) async throws -> [String] {
  // snippet.show
  try await withSpan("GET /books") { _ in
    let login = manager.submit("login") { try await session.logIn() }
    let books = manager.submit("books", after: login) { reader in
      try await withSpan("query") { _ in  // a child of the span of “books”
        try await connections.withElement { try await $0.books(of: reader) }
      }
    }
    return try await books.value
  }
  // snippet.hide
}

func start(_ launch: OperationGraph, _ tracing: TracingReporter) async throws {
  // snippet.show
  let report = try await launch.attempt(OperationGraph.RunOptions().traced(by: tracing))
  // snippet.hide
  print(report)
}

func close(_ manager: OperationManager, _ tracing: TracingReporter) async {
  // snippet.show
  _ = await manager.shutdown(deadline: .seconds(10))
  tracing.stop()
  await tracing.waitForSpans()
  // snippet.hide
}
