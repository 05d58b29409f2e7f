// The dependencies of an operation, and the values that it receives from them.
// snippet.hide
import StagecraftOperations

struct Reader: Sendable { var name = "Ada" }
struct Settings: Sendable { var pageSize = 20 }
struct Feed: Sendable { var entries = 0 }

func logIn() async throws -> Reader { Reader() }
func fetchSettings() async throws -> Settings { Settings() }
func load(for reader: Reader, _ settings: Result<Settings, any Error>) async throws -> Feed {
  Feed(entries: (try? settings.get().pageSize) ?? 10)
}
func apologize(for error: any Error) async { print("Sorry: \(error)") }
func closeProgress() async {}

func join() async throws {
  let manager = OperationManager("feed")
  // snippet.show
  let login = manager.submit("login") { try await logIn() }
  let config = manager.submit("settings") { try await fetchSettings() }

  // Needs the reader; runs with or without the settings.
  let feed = manager.submit("feed", after: login, config.result) { reader, config in
    try await load(for: reader, config)
  }
  // Runs only if the login failed.
  manager.submit("apology", after: login.failed) { error in await apologize(for: error) }
  // Runs however the feed ended, and gets nothing from it.
  manager.submit("close progress", following: feed) { await closeProgress() }
  // snippet.hide
  print(try await feed.value.entries)
  // snippet.show
  switch feed.outcome {
  case .success(let feed): print("\(feed.entries) entries")
  case .failure(let error): print("It threw: \(error)")
  case .cancelled(let reason): print("It was cancelled: \(reason)")
  case .skipped(let reason): print("It was not needed: \(reason)")
  case nil: print("It has not ended.")
  }
  // snippet.hide
  try await manager.waitUntilIdle()
}

func scan(_ page: Int) async throws -> String { "page \(page)" }
func bind(_ pages: [String], _ title: String) -> String { "\(title), \(pages.count) pages" }
func openDesk() async { print("The desk is open.") }
func closeScanner() { print("The scanner is closed.") }

func joins() async throws {
  let scanner = OperationManager("scanner", maximumConcurrency: 2)
  let title = scanner.submit("title") { "Emma" }
  // snippet.show
  let pages = (1...3).map { page in scanner.submit("page \(page)") { try await scan(page) } }
  let book = scanner.submit("bind", after: pages, title) { pages, title in bind(pages, title) }
  // However many pages could be read.
  let draft = scanner.submit("draft", after: pages.map(\.result)) { results in
    results.compactMap { try? $0.get() }
  }
  scanner.submit("close the scanner", following: pages) { closeScanner() }
  // snippet.hide
  print(try await book.value, try await draft.value)
  let (login, config) = (title, draft)
  let manager = scanner
  // snippet.show
  manager.submit("open the desk", after: login, config.result) { await openDesk() }
  // snippet.hide
  try await manager.waitUntilIdle()
}

func follow() async throws {
  let manager = OperationManager("orders")
  let order = manager.submit("order") { 1 }
  // snippet.show
  for await state in order.states {
    print(state)  // the last one is `ended`
  }
  // snippet.hide
}

func addLater() async throws {
  let manager = OperationManager("orders")
  let stock = manager.submit("stock") { 3 }
  // snippet.show
  let order = manager.prepare("order") { print("Ordered.") }
  try order.addDependency(stock)  // requires it
  order.submit()  // from now on it may start
  // snippet.hide
  do {
    // snippet.show
    try stock.addDependency(following: order)
    // snippet.hide
  } catch {
    print(error)
  }
  try await order.value
}

func load(_ title: String) async throws -> String { "the cover of \(title)" }

func scope() async throws {
  let manager = OperationManager("covers")
  // snippet.show
  let covers = try await manager.withScope { scope in
    let first = scope.submit { try await load("Emma") }
    let second = scope.submit { try await load("Persuasion") }
    return try await [first.value, second.value]
  }
  // snippet.hide
  print(covers)
}

func wait() async throws {
  let manager = OperationManager("one at a time", maximumConcurrency: 1)
  // snippet.show
  let report = manager.submit("report") {
    let stock = manager.submit("stock") { 3 }
    return try await stock.value  // its slot is free meanwhile
  }
  // snippet.hide
  print(try await report.value)
}

func children() async throws {
  let manager = OperationManager("inventory")
  let branches = ["Harbour", "Market"]
  // snippet.show
  let inventory = manager.submit("inventory") {
    guard let context = OperationContext.current else { return }
    for branch in branches {
      context.children.submit("count \(branch)") { print("Counting \(branch).") }
    }
  }
  try await inventory.waitForEnd()  // all branches have been counted
  // snippet.hide
}

try await join()
try await joins()
try await follow()
try await addLater()
try await scope()
try await wait()
try await children()
