// What happens when an operation fails, is cancelled, or takes too long.
// snippet.hide
import StagecraftOperations

struct CatalogueUnreachable: Error {}

func fetchOrders() async throws -> Int { 3 }
func fetchCatalogue() async throws -> String { throw CatalogueUnreachable() }
func cachedCatalogue() -> String { "yesterday's catalogue" }

func options() async throws {
  let manager = OperationManager("orders")
  // snippet.show
  var options = OperationOptions("fetch orders", priority: .high)
  options.retry = .times(3, delay: .exponential(from: .milliseconds(100)))
  options.timeout = .seconds(10)
  // snippet.hide
  // snippet.show
  options.attemptTimeout = .seconds(3)
  options.expiry = .seconds(60)
  options.deadline = .seconds(90)
  options.tags = ["orders"]
  let orders = manager.submit(options) { try await fetchOrders() }
  // snippet.hide
  print(try await orders.value)
  // snippet.show
  manager.cancelAll(tagged: "orders")
  // snippet.hide
}

func policy() -> RetryPolicy {
  // snippet.show
  let policy = RetryPolicy.times(
    3, delay: .exponential(from: .milliseconds(100), factor: 2, upTo: .seconds(10)), jitter: .full
  ).retrying { $0 is CatalogueUnreachable }
  // snippet.hide
  return policy
}

func recover() async throws {
  let manager = OperationManager("catalogue")
  // snippet.show
  let fetched = manager.submit("fetch") { try await fetchCatalogue() }
  let catalogue = manager.submit("catalogue", after: fetched.result) { result in
    (try? result.get()) ?? cachedCatalogue()
  }
  // snippet.hide
  print(try await catalogue.value)
  // snippet.show
  let sorted = manager.submit("sort", after: fetched) { $0.sorted() }
  do {
    _ = try await sorted.value
  } catch let error as OperationError {
    print(error)  // “sort” was cancelled: a dependency failed (“fetch” with: …).
    print(error.rootError is CatalogueUnreachable)
  }
  // snippet.hide
}

func cancel() async throws {
  let manager = OperationManager("search")
  let search = manager.submit("search") { try await Task.sleep(for: .seconds(60)) }
  // snippet.show
  search.cancel()  // this one, and those that require it
  search.cancel(includingDependents: true)  // and those that only follow it
  search.abandon()  // ends it at once, even if its body continues
  // snippet.hide
  print(search.ending ?? .succeeded)
}

func find(_ text: String) async throws -> [String] { ["Emma", "Persuasion"] }

func type(_ text: String) async throws {
  let manager = OperationManager("search")
  // snippet.show
  // For each letter that the reader types:
  let results = manager.latest("search") { try await find(text) }
  // snippet.hide
  print(try await results.value)
}

func failFast() async throws {
  let manager = OperationManager("import")
  do {
    // snippet.show
    try await manager.withScope(onFailure: .cancelOthers) { scope in
      let books = scope.submit("books") { try await fetchCatalogue() }
      scope.submit("orders") { try await fetchOrders() }
      _ = try await books.value
    }
    // snippet.hide
  } catch is CatalogueUnreachable {
    print("Nothing of it is left running.")
  }
}

try await options()
print(policy().maximumAttempts)
try await recover()
try await cancel()
try await type("Em")
try await failFast()
