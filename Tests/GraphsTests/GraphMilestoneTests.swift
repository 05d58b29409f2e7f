import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphMilestoneTests {
  struct Boom: Error {}

  @Test(arguments: [1, 2])
  func theOtherStepsContinueAfterTheMilestone(workers: Int) async throws {
    let rest = Gate()
    let isDone = Gate()
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      let page = graph.add("page") { @MainActor in }
      first = graph.milestone("first screen", after: page)
      graph.add("caches") {
        await rest.wait()
        isDone.open()
      }
    }
    var options = OperationGraph.RunOptions()
    options.workers = workers
    let run = try await graph.run(until: first!, options)
    #expect(!isDone.isOpen)
    try await run.reach(first!)
    rest.open()
    let report = try await run.finish()
    #expect(report.isSuccess)
    #expect(isDone.isOpen)
    try await graph.run()
  }

  @Test func theStructuredFormWaitsForAllSteps() async throws {
    let rest = Gate()
    let isDone = Gate()
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      first = graph.milestone("first screen", after: graph.add("page") {})
      graph.add("caches") {
        await rest.wait()
        isDone.open()
      }
    }
    let report = try await graph.run(until: first!) {
      #expect(!isDone.isOpen)
      rest.open()
    }
    #expect(report.isSuccess)
    #expect(isDone.isOpen)
    await #expect(throws: Boom.self) { try await graph.run(until: first!) { throw Boom() } }
    try await graph.run()
  }

  @Test func anUnreachableMilestoneThrowsTheReason() async throws {
    var first: OperationGraph.Milestone?
    let others = Gate()
    let graph = try OperationGraph("launch") { graph in
      let network = graph.add("network") { throw Boom() }
      let page = graph.add("page", after: network) { Issue.record("It ran.") }
      first = graph.milestone("first screen", after: page)
      graph.add("caches") { others.open() }
    }
    let error = try await #require(throws: OperationGraphError.self) {
      try await graph.run(until: first!)
    }
    #expect(error.code == .stepFailed)
    #expect(error.steps == ["network"])
    #expect(others.isOpen)
  }

  @Test func cancellingTheCallerBeforeTheMilestoneEndsTheRun() async throws {
    let begun = Gate()
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      let page = graph.add {
        begun.open()
        try await untilCancelled()
      }
      first = graph.milestone("first screen", after: page)
    }
    let milestone = first!
    let task = Task { _ = try await graph.run(until: milestone) }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // It has ended: it can run again.
    try graph.start().cancel()
  }

  @Test func cancellingAWaitDoesNotCancelTheRun() async throws {
    let end = Gate()
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      first = graph.milestone("first screen", after: graph.add { await end.wait() })
    }
    let run = try graph.start()
    let milestone = first!
    let waiter = Task { try await run.reach(milestone) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    end.open()
    try await run.reach(milestone)
    try await run.finish()
  }

  // MARK: The main thread

  @MainActor
  @Test func theMainThreadRunsTheMainLaneItself() throws {
    let events = Locked<[String]>([])
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      let theme = graph.add("theme") { @MainActor in events.withLock { $0.append("theme") } }
      let data = graph.add("data", after: theme) {
        await Task.yield()
        events.withLock { $0.append("data") }
      }
      let page = graph.add("page", after: data) { @MainActor in
        events.withLock { $0.append("page") }
      }
      first = graph.milestone("first screen", after: page, blocksMain: true)
      graph.add("badge", after: first!.node) { @MainActor in await Task.yield() }
    }
    // The badge needs the main actor, which this thread holds: it runs later. "data" waits for a
    // thread like any other test.
    try graph.runBlocking(until: first!, deadline: .seconds(120))
    #expect(events.withLock { $0 } == ["theme", "data", "page"])
  }

  @MainActor
  @Test func theDeadlineErrorNamesTheMissingSteps() throws {
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph("launch") { graph in
      let hidden = graph.add("hidden hop") { await MainActor.run {} }
      let page = graph.add("page", after: hidden) { @MainActor in }
      first = graph.milestone("first screen", after: page, blocksMain: true)
    }
    let error = #expect(throws: OperationGraphError.self) {
      try graph.runBlocking(until: first!, deadline: .milliseconds(100))
    }
    #expect(error == .timedOut)
    #expect(error?.steps == ["hidden hop"])
    error?.run?.cancel()
  }

  @MainActor
  @Test func anUnreachableMilestoneEndsTheBlockingWait() throws {
    var first: OperationGraph.Milestone?
    let graph = try OperationGraph { graph in
      let network = graph.add("network") { throw Boom() }
      first = graph.milestone("first screen", after: network, blocksMain: true)
    }
    let error = #expect(throws: OperationGraphError.self) { try graph.runBlocking(until: first!) }
    #expect(error?.steps == ["network"])
  }
}
