// Operations in a test, with controlled time, controlled tasks and random orders.
// snippet.hide
import StagecraftOperations
import StagecraftTestKit

struct CatalogueUnreachable: Error {}

actor Catalogue {
  private var attempts = 0
  func fetch() throws -> Int {
    attempts += 1
    if attempts < 2 { throw CatalogueUnreachable() }
    return attempts
  }
}

func testRetry() async throws {
  let catalogue = Catalogue()
  // snippet.show
  let clock = ManualClock()
  var configuration = OperationManager.Configuration()
  configuration.clock = clock
  let manager = OperationManager("catalogue", configuration: configuration)

  var options = OperationOptions("fetch")
  options.retry = .times(1, delay: .constant(.seconds(30)))
  let fetched = manager.submit(options) { try await catalogue.fetch() }
  try await clock.nextSleep()  // the first attempt has failed, and the retry waits
  clock.advance(by: .seconds(30))
  let attempts = try await fetched.value
  // snippet.hide
  precondition(attempts == 2)
}

func testTwoSleepers() async throws {
  let catalogue = Catalogue()
  let clock = ManualClock()
  var configuration = OperationManager.Configuration()
  configuration.clock = clock
  let manager = OperationManager("catalogue", configuration: configuration)
  var options = OperationOptions("fetch")
  options.retry = .times(3, delay: .constant(.seconds(30)))
  let fetched = manager.submit(options) { try await catalogue.fetch() }
  // snippet.show
  let attempts = try await clock.advance(waking: "catalogue") { try await fetched.value }
  // snippet.hide
  precondition(attempts == 2)
}

func testOrder() async throws {
  // snippet.show
  let executor = ManualExecutor()
  var configuration = OperationManager.Configuration()
  configuration.executor = executor
  let manager = OperationManager("reviews", configuration: configuration)

  let login = manager.submit("login") { "Ada" }
  let favourite = manager.submit("favourite", after: login) { "\($0) keeps Emma" }
  precondition(favourite.state == .waiting)  // nothing has run
  executor.run()
  precondition(favourite.outcome?.value == "Ada keeps Emma")
  // snippet.hide
}

actor Desk {
  private var visits = 0
  func visit(by reader: Int) { visits += 1 }
  nonisolated var isTidy: Bool { true }
}

func testVisits(of desk: Desk) {
  // snippet.show
  for seed: UInt64 in 0..<100 {
    let executor = SeededExecutor(seed: seed)
    for reader in 1...3 {
      Task(executorPreference: executor) { await desk.visit(by: reader) }
    }
    executor.run()
    precondition(desk.isTidy, "seed \(seed)")
  }
  // snippet.hide
}

func testSeeds() {
  // snippet.show
  for seed: UInt64 in 0..<100 {
    let executor = SeededExecutor(seed: seed)
    var configuration = OperationManager.Configuration()
    configuration.executor = executor
    let manager = OperationManager("visits", configuration: configuration)
    let visits = (1...3).map { reader in
      manager.submit("visit \(reader)") {
        await Task.yield()
        return reader
      }
    }
    executor.run()
    precondition(visits.allSatisfy { $0.ending == .succeeded }, "seed \(seed)")
  }
  // snippet.hide
}

try await testRetry()
try await testTwoSleepers()
try await testOrder()
testVisits(of: Desk())
testSeeds()
print("All as expected.")
