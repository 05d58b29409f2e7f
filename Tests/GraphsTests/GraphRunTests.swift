import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphRunTests {
  struct Boom: Error {}

  // MARK: Cancelling

  /// The run is cancelled by each of its steps in turn, so at every moment that matters.
  @Test(arguments: [1, 2, 4], [false, true])
  func aRunCancelledByAnyOfItsStepsEndsAndCanBeRepeated(
    workers: Int, isAsynchronous: Bool
  ) async throws {
    for seed in UInt64(0)..<15 {
      var generator = SeededGenerator(seed: seed)
      let shape = GraphShape.random(&generator)
      let tally = GraphTally(count: shape.count, edges: [])
      let canceller = Locked<(index: Int, task: Task<Void, any Error>?)>((-1, nil))
      let graph = try OperationGraph { graph in
        let nodes = (0..<shape.count).map { index in
          let act: @Sendable () -> Void = {
            tally.step(index)
            let task = canceller.withLock { $0.index == index ? $0.task : nil }
            task?.cancel()
          }
          return isAsynchronous && index % 3 != 0
            ? graph.add {
              await Task.yield()
              act()
            } : graph.add { act() }
        }
        for edge in shape.edges { graph.connect(nodes[edge.1], after: nodes[edge.0]) }
      }
      var before = tally.counts
      for index in 0..<shape.count {
        let start = Gate()
        let task = Task {
          await start.wait()
          try await graph.run(workers: workers)
        }
        canceller.withLock { $0 = (index, task) }
        start.open()
        let result = await task.result
        let counts = tally.counts
        let ran = zip(counts, before).map { $0 - $1 }
        #expect(ran[index] == 1, "\(generator)")
        #expect(ran.allSatisfy { $0 <= 1 }, "\(generator)")
        if ran.contains(0) {
          #expect(throws: CancellationError.self, "\(generator)") { try result.get() }
        }
        canceller.withLock { $0 = (-1, nil) }
        try await graph.run(workers: workers)
        #expect(zip(tally.counts, counts).allSatisfy { $0 == $1 + 1 }, "\(generator)")
        before = tally.counts
      }
    }
  }

  @Test func aRunThatIsCancelledBeforeItBeginsRunsNothing() async throws {
    let graph = try OperationGraph { graph in
      let first = graph.add { Issue.record("It ran.") }
      graph.add(following: first) { Issue.record("It ran.") }
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await graph.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Overlapping

  @Test func aGraphRunsOnceAtATime() async throws {
    let running = Gate()
    let end = Gate()
    let graph = try OperationGraph("launch") { graph in
      graph.add {
        running.open()
        await end.wait()
      }
    }
    async let first = graph.run()
    await running.wait()
    await #expect(throws: OperationGraphError.alreadyRunning) { try await graph.run() }
    #expect(throws: OperationGraphError.alreadyRunning) { try graph.start() }
    end.open()
    _ = try await first
    try await graph.run()
  }

  @Test func runningAGraphTwiceAtTheSameTimeFails() async throws {
    let running = Gate()
    let end = Gate()
    let inner = try OperationGraph("inner") { graph in
      graph.add {
        running.open()
        await end.wait()
      }
    }
    let outer = try OperationGraph("outer") { graph in
      graph.add("first") { try await inner.run() }
      graph.add("second") {
        await running.wait()
        defer { end.open() }
        try await inner.run()
      }
    }
    let error = await #expect(throws: OperationGraphError.self) { try await outer.run() }
    #expect(error?.steps == ["second"])
    #expect(
      (error?.underlying as? OperationGraphError)?.description
        == "Graph “inner”: it is already running, and a graph runs once at a time: "
        + "wait for the other run to end, or run a copy of the graph.")
    try await inner.run()
  }

  @Test func aStepCanRunAnotherGraph() async throws {
    let count = Locked(0)
    let inner = try OperationGraph { graph in
      let first = graph.add { count.withLock { $0 += 1 } }
      graph.add(after: first) {
        await Task.yield()
        count.withLock { $0 += 1 }
      }
    }
    let outer = try OperationGraph { graph in
      let first = graph.add { try await inner.run(workers: 1) }
      graph.add(after: first) { try await inner.run(workers: 2) }
    }
    for workers in 1...2 { try await outer.run(workers: workers) }
    #expect(count.withLock { $0 } == 8)
  }

  // MARK: Where steps run

  @TaskLocal static var reader = "none"

  @Test(arguments: [1, 2, 4])
  func stepsSeeTheTaskLocalValuesOfTheCaller(workers: Int) async throws {
    let wrong = Locked<[Int]>([])
    let graph = try OperationGraph { graph in
      for index in 0..<60 {
        switch index % 3 {
        case 0:
          graph.add { if Self.reader != "Ada" { wrong.withLock { $0.append(index) } } }
        case 1:
          graph.add { @MainActor in
            if Self.reader != "Ada" { wrong.withLock { $0.append(index) } }
          }
        default:
          graph.add {
            await Task.yield()
            if Self.reader != "Ada" { wrong.withLock { $0.append(index) } }
          }
        }
      }
    }
    try await Self.$reader.withValue("Ada") { _ = try await graph.run(workers: workers) }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test func aRecordedRunContainsWhenAndWhereEachStepRan() async throws {
    let graph = try OperationGraph { graph in
      let plain = graph.add("plain") {}
      let asynchronous = graph.add("asynchronous", after: plain) { await Task.yield() }
      let main = graph.add("main", after: asynchronous) { @MainActor in }
      let blocking = graph.add("blocking", on: .thread, after: main) {}
      graph.add("failing", after: blocking) { throw Boom() }
    }
    var options = OperationGraph.RunOptions()
    options.recordsTrace = true
    let steps = try await graph.attempt(options).steps
    let times = try steps.map { try #require($0.times) }
    #expect(times.map(\.lane) == [.compute, .compute, .main, .thread, .compute])
    #expect(times[2].worker == -1)
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(earlier.start <= earlier.end && earlier.end <= later.start)
    }
    #expect(try await graph.attempt().steps.allSatisfy { $0.times == nil })
  }

  /// A step that exceeds the main lane's budget: other work for the main actor runs before the next
  /// step.
  @Test func otherWorkRunsOnTheMainActorAfterTheBudget() async throws {
    let events = Locked<[String]>([])
    let clock = ContinuousClock()
    let graph = try OperationGraph { graph in
      for index in 1...2 {
        graph.add { @MainActor in
          events.withLock { $0.append("step") }
          guard index == 1 || !events.withLock({ $0.contains("paint") }) else { return }
          Task { @MainActor in events.withLock { $0.append("paint") } }
          let end = clock.now + .milliseconds(10)
          while clock.now < end {}
        }
      }
    }
    try await graph.run()
    await MainActor.run {}
    #expect(events.withLock { $0.prefix(3) } == ["step", "paint", "step"])
  }
}
