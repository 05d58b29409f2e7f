// What the page of features that are left out shows instead of them.
// snippet.hide
import Stagecraft

struct Response: Sendable { var text = "" }
final class Connection: Sendable {
  func send(_ request: String) async throws -> Response { Response() }
}
struct Stream: Sendable {
  let connection: Connection
  func send(_ request: String) async throws -> Response { try await connection.send(request) }
}

func streams(_ connection: Connection) async throws {
  // snippet.show
  let streams = BoundedPool(lending: (1...100).map { _ in Stream(connection: connection) })
  let answer = try await streams.withElement { stream in try await stream.send("GET /") }
  // snippet.hide
  print(answer)
}

func suspending(_ connections: BoundedPool<Connection>) {
  // snippet.show
  connections.setCapacity(0)  // borrowers wait in line from now on
  connections.setCapacity(8)  // and are served again
  // snippet.hide
}

func several(
  _ scanners: BoundedPool<Connection>, _ printers: BoundedPool<Connection>
) async throws {
  // snippet.show
  try await scanners.withElement { [printers] scanner in
    try await printers.withElement { [scanner] printer in try await copy(scanner, printer) }
  }
  // snippet.hide
}

func copy(_ scanner: Connection, _ printer: Connection) async throws {}

// snippet.show
struct Socket: ~Copyable { let descriptor: Int32 }
final class SharedSocket {  // the element of the pool
  let socket: Socket
  init(_ socket: consuming Socket) { self.socket = socket }
}
// snippet.hide

func graphs(_ log: @escaping @Sendable (String) -> Void) async throws {
  let isFirstStart = true
  // snippet.show
  let launch = try OperationGraph("launch") { graph in
    let open = graph.add("open") { log("opened") }
    graph.add("welcome", after: open) { if isFirstStart { log("welcome") } }
  }
  for _ in 1...3 { try await launch.run() }  // a loop around a run
  // snippet.hide
}

func growing(_ manager: OperationManager, _ pages: [String]) {
  // snippet.show
  manager.submit("crawl") {
    for page in pages { manager.submit("fetch \(page)") { print("fetched") } }
  }
  // snippet.hide
}

// snippet.show
extension OperationCondition {
  static func online(_ network: Network) -> OperationCondition {
    OperationCondition("online") { _ in
      await network.isReachable ? .proceed : .fail(Offline())
    }
  }
}
// snippet.hide

struct Offline: Error {}
actor Network { var isReachable: Bool { true } }

func hooks(_ manager: OperationManager) async throws {
  // snippet.show
  let page = manager.prepare("page") { print("fetched") }
  let check = manager.submit("check") { print("checked") }
  try page.addDependency(check)
  page.submit()
  // snippet.hide
}

struct Book: Identifiable, Sendable { var id: Int, title: String }
struct Order: Identifiable, Sendable { var id: Int, book: Int, reader: String }

func lists(_ orders: LiveList<Order>, _ books: LiveList<Book>) {
  // snippet.show
  let titles = books.snapshot()
  let rows = orders.mapped { order in (order, titles[id: order.book]?.title ?? "") }
  // snippet.hide
  _ = rows
}
