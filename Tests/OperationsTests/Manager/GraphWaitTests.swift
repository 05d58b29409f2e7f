import StagecraftGraphs
import TestSupport
import Testing

@testable import StagecraftOperations

/// The body of an operation runs a graph, whose steps wait for other operations.
@Suite("Waits in steps of graphs that bodies run", .timeLimit(.minutes(3)))
struct GraphWaitTests {
  /// The names on the path of the refused wait, if `error` says that a step was refused.
  private func refusedPath(_ error: (any Error)?) -> [String]? {
    guard let inner = (error as? OperationGraphError)?.underlying else { return nil }
    if inner is OperationGraphError { return refusedPath(inner) }
    guard let refusal = inner as? OperationError, refusal.kind == .wouldDeadlock else { return nil }
    return refusal.path
  }

  /// The error of an operation that ends within two minutes; otherwise it is abandoned.
  private func error<Output>(of handle: OperationHandle<Output>) async throws -> (any Error)? {
    guard try await handle.waitForEnd(timeout: .seconds(120)) else {
      handle.abandon()
      return nil
    }
    if case .failure(let error) = handle.outcome { return error }
    return nil
  }

  @Test("An attempt with a time limit in a step waits as the step")
  func attemptInAStep() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let graph = try OperationGraph("launch") { graph in
      graph.add("page") {
        try await RetryPolicy.never.run(attemptTimeout: .seconds(600)) {
          try await manager.submit("page") {}.value
        }
      }
    }
    let launch = manager.submit("launch") { _ = try await graph.run() }
    #expect(refusedPath(try await error(of: launch)) == ["page", "launch"])
  }

  @Test("A step that needs the only slot, which the graph's operation occupies, throws")
  func serialManager() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let graph = try OperationGraph("launch") { graph in
      let settings = graph.add("settings") {}
      graph.add("page", after: settings) { try await manager.submit("page") {}.value }
    }
    let launch = manager.submit("launch") { _ = try await graph.run() }
    #expect(refusedPath(try await error(of: launch)) == ["page", "launch"])
    try await manager.waitUntilIdle()
  }

  @Test("A step of a graph inside a step throws as well") func nestedGraph() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let inner = try OperationGraph("inner") { graph in
      graph.add("page") { try await manager.submit("page") {}.value }
    }
    let outer = try OperationGraph("outer") { graph in
      graph.add("inner") { _ = try await inner.run() }
    }
    let launch = manager.submit("launch") { _ = try await outer.run() }
    #expect(refusedPath(try await error(of: launch)) == ["page", "launch"])
    try await manager.waitUntilIdle()
  }

  @Test("A wait that closes a cycle through another manager throws")
  func circleThroughAnotherManager() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let other = OperationManager("other")
    let refusal = Locked<[String]>([])
    let graph = try OperationGraph("launch") { graph in
      graph.add("page") {
        // It can be submitted only after the wait for “page” has begun, or is refused then.
        try await other.submit("page") {
          do {
            try await manager.submit("cover") {}.value
          } catch let error as OperationError {
            refusal.withLock { $0 = error.path }
            throw error
          }
        }.value
      }
    }
    let launch = manager.submit("launch") { _ = try await graph.run() }
    #expect(try await error(of: launch) != nil)
    let path = refusal.withLock { $0 }
    #expect(path == ["cover", "launch", "page"] || path.isEmpty)
    try await manager.waitUntilIdle()
    try await other.waitUntilIdle()
  }

  @Test("A step waits for operations that do not need its operation's slot")
  func waitsThatEnd() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let other = OperationManager("other", maximumConcurrency: 1)
    let wide = OperationManager("wide", maximumConcurrency: 2)
    let known = OperationCondition<Int>("known") { _ in .satisfied(2) }
    let graph = try OperationGraph("launch") { graph in
      graph.add("elsewhere") { try await other.submit("page") {}.value }
      graph.add("without a slot") {
        _ = try await manager.submit("known", conditions: [known]) { 1 }.value
      }
    }
    try await manager.submit("launch") { _ = try await graph.run() }.value
    let second = try OperationGraph("second") { graph in
      graph.add("page") { try await wide.submit("page") {}.value }
    }
    try await wide.submit("launch") { _ = try await second.run() }.value
  }

  @Test("A task that a step has started may wait for the slot, because nothing waits for it")
  func taskOfAStep() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let started = Locked<Task<Void, any Error>?>(nil)
    let graph = try OperationGraph("launch") { graph in
      graph.add("page") {
        await Task.yield()
        started.withLock { $0 = Task { try await manager.submit("page") {}.value } }
      }
    }
    try await manager.submit("launch") { _ = try await graph.run() }.value
    try await started.withLock { $0 }?.value
  }

  @Test("A report of a stall names the cycle of a body that waits in a task group")
  func taskGroupInAFullManager() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let page = Locked<OperationHandle<Void>?>(nil)
    let visit = manager.submit("visit") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let handle = manager.submit("page") {}
          page.withLock { $0 = handle }
          try await handle.value
        }
        try await group.waitForAll()
      }
    }
    let cycle = """
      “page” waits for a free slot in “desk”, which has 1: “visit” has one, and one of its tasks \
      waits for “page”.
      """
    let end = ContinuousClock.now + .seconds(120)
    var text = ""
    while text != cycle, ContinuousClock.now < end {
      if let page = page.withLock({ $0 }) { text = manager.explain(page) }
      await Task.yield()
    }
    #expect(text == cycle)
    visit.cancel()
    #expect(try await visit.waitForEnd(timeout: .seconds(120)))
  }
}
