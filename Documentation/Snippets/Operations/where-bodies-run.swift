// Bodies on an actor, on the main actor, on a thread that may block, and by callback.
// snippet.hide
import StagecraftOperations

struct Reader: Sendable {}
struct Card: Sendable { var number = 7 }
struct NoCard: Error {}

struct Request: Sendable {
  func stop() {}
}

struct Registry: Sendable {
  func requestCard(
    of reader: Reader, _ reply: @escaping @Sendable (Card?, (any Error)?) -> Void
  ) -> Request {
    reply(Card(), nil)
    return Request()
  }
}

@MainActor func showBadge(_ count: Int) { print("The badge says \(count).") }
func readFile(_ name: String) throws -> String { "the contents of \(name)" }
func parse(_ text: String) -> Int { text.count }

func lanes() async throws {
  let manager = OperationManager("orders")
  // snippet.show
  let file = manager.submitOnThread("read") { try readFile("orders.txt") }
  let count = manager.submit("parse", after: file) { text in parse(text) }
  manager.submit("badge", after: count) { @MainActor count in showBadge(count) }
  // snippet.hide
  try await manager.waitUntilIdle()
}

enum Visit {
  @TaskLocal static var desk = "the shelf"
}

func send(bookFrom desk: String) async -> String { "a book from \(desk)" }

func inheriting(_ manager: OperationManager) async throws {
  // snippet.show
  var options = OperationOptions("order")
  options.inheritsTaskLocals = true
  let order = Visit.$desk.withValue("desk 2") {
    manager.submit(options) { await send(bookFrom: Visit.desk) }
  }
  // snippet.hide
  print(try await order.value)
}

struct IndexOperation: AsyncOperation {
  // snippet.show
  func run(_ context: OperationContext) async throws -> Int {
    let text = try await context.onThread { try readFile("index.txt") }
    return parse(text)
  }
  // snippet.hide
}

func callBack(_ registry: Registry, _ reader: Reader) async throws {
  // snippet.show
  let card = try await withOperationCompletion(of: Card.self) { completion in
    let request = registry.requestCard(of: reader) { card, error in
      if let card { completion.finish(card) } else { completion.fail(error ?? NoCard()) }
    }
    completion.onCancel { request.stop() }
  }
  // snippet.hide
  print(card.number)
}

// snippet.show
/// For a plain thread; in a task, the compiler rejects the blocking call.
func ordersNow(_ orders: OperationHandle<Int>) throws -> Int {
  try orders.valueBlocking(timeout: .seconds(5))  // throws if time runs out
}
// snippet.hide

func configured() {
  // snippet.show
  var configuration = OperationManager.Configuration()
  configuration.maximumConcurrency = 4
  configuration.mainActorBudget = .milliseconds(2)
  let thumbnails = OperationManager("thumbnails", configuration: configuration)
  // snippet.hide
  print(thumbnails.name)
}

try await lanes()
print(try await IndexOperation().submit().value)
try await callBack(Registry(), Reader())
configured()
try await inheriting(.shared)

// snippet.hide
func close(_ manager: OperationManager) async {
  // snippet.show
  let report = await manager.shutdown(deadline: .seconds(5))
  if !report.isComplete { print(report) }
  // snippet.hide
}
