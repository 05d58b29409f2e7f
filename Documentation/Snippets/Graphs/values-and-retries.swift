// Values along edges, retries of a step, and several runs of one graph.
// snippet.hide
import StagecraftGraphs
import StagecraftOperations
import StagecraftPools

struct Settings: Sendable {}
struct Reader: Sendable {}
struct Page: Sendable {}

func loadSettings() async throws -> Settings { Settings() }
func logIn() async throws -> Reader { Reader() }
@MainActor func showFirstPage(for reader: Reader, _ settings: Settings) -> Page { Page() }
func configureNetwork() async throws { print("network") }
func startCollector() { print("collector") }

enum Reports {
  @TaskLocal static var branch = "Central"
}

func values() async throws {
  // snippet.show
  let (launch, page) = try OperationGraph.build("launch") { graph in
    let settings = graph.value("settings") { try await loadSettings() }
    let reader = graph.value("reader") { try await logIn() }
    return graph.value("first page", from: settings, reader) { @MainActor settings, reader in
      showFirstPage(for: reader, settings)
    }
  }
  let firstPage = try await launch.run().value(of: page)
  // snippet.hide
  print(firstPage)

  _ = try OperationGraph { graph in
    // snippet.show
    let settings = graph.value("settings") { try await loadSettings() }
    let reader = graph.value("reader") { try await logIn() }
    graph.value("first page", from: settings, reader) { @MainActor settings, reader in
      showFirstPage(for: reader, settings)
    }
    // snippet.hide
  }
}

func loadMap(of branch: String) async throws -> String { "map of \(branch)" }

func arrays() async throws {
  let branches = ["Central", "North"]
  let (launch, atlas) = try OperationGraph.build { graph in
    // snippet.show
    let maps = branches.map { branch in graph.value { try await loadMap(of: branch) } }
    let atlas = graph.value("atlas", from: maps) { maps in maps.joined(separator: ", ") }
    // snippet.hide
    return atlas
  }
  print(try await launch.run().value(of: atlas))
}

func retries() async throws {
  let launch = try OperationGraph { graph in
    let collector = graph.add("collector") { startCollector() }
    // snippet.show
    let retry = RetryPolicy.times(3, delay: .exponential(from: .milliseconds(100)))
    graph.add("network", after: collector) {
      try await retry.run(attemptTimeout: .seconds(2)) { try await configureNetwork() }
    }
    // snippet.hide
  }
  try await launch.run()
}

func copies() async throws {
  let checks = try OperationGraph("checks") { graph in
    graph.add { print("The shelves of \(Reports.branch) are checked.") }
  }
  // snippet.show
  let other = checks.copy()
  async let here = Reports.$branch.withValue("Central") { try await checks.run() }
  async let there = Reports.$branch.withValue("North") { try await other.run() }
  print(try await [here, there])
  // snippet.hide

  // snippet.show
  let copies = ElasticPool(maximumIdle: 8) { checks.copy() }
  let copy = copies.lease()
  let report = try await copy.element.run()
  // snippet.hide
  print(report)
}

try await values()
try await arrays()
try await retries()
try await copies()
