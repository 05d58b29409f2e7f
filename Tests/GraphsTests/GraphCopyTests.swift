import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphCopyTests {
  @TaskLocal static var branch = 0

  @Test func aCopyRunsWhileTheOriginalRuns() async throws {
    let running = Gate()
    let bothRunning = Gate()
    let end = Gate()
    let runs = Locked(0)
    let entered = Locked(0)
    let (graph, step) = try OperationGraph.build("launch", steps: 2) { graph in
      let first = graph.add("first") { runs.withLock { $0 += 1 } }
      return graph.add("second", after: first) {
        let number = entered.withLock { entered in
          entered += 1
          return entered
        }
        (number == 1 ? running : bothRunning).open()
        await end.wait()
      }
    }
    async let first = graph.run()
    await running.wait()
    let copy = graph.copy().copy()
    #expect(copy.name == "launch" && copy.count == 2 && copy.edgeCount == 1)
    #expect(copy.name(of: step) == "second")
    async let second = copy.attempt()
    await bothRunning.wait()
    end.open()
    let reports = (try await first, try await second)
    #expect(reports.0.isSuccess && reports.1.isSuccess)
    #expect(runs.withLock { $0 } == 2)
    guard case .succeeded = reports.1.outcome(of: step) else {
      Issue.record("A step of the original is a step of the copy.")
      return
    }
  }

  /// Closures live as long as the last copy, and milestones are valid for all of them.
  @Test func copiesShareTheClosuresLifetime() async throws {
    let tracker = LifetimeTracker()
    do {
      let copy: OperationGraph
      let milestone: OperationGraph.Milestone
      do {
        let original: OperationGraph
        (original, milestone) = try OperationGraph.build { graph in
          let object = tracker.make()
          let first = graph.add { _ = object }
          graph.add(on: .thread, after: first) { _ = object }
          graph.add(after: first) { @MainActor in _ = object }
          return graph.milestone("end", after: first)
        }
        copy = original.copy()
      }
      #expect(tracker.alive == 1)
      try await copy.run(until: milestone).finish()
      #expect(tracker.alive == 1)
    }
    await tracker.allEnded()
  }

  /// Many runs at once, of all kinds of steps: each has its own counters and values.
  @Test(arguments: [1, 2])
  func runsAtTheSameTimeDoNotMix(workers: Int) async throws {
    for count in [40, 1_500] {
      let (graph, sum) = try OperationGraph.build { graph in
        let branch = graph.value { Self.branch }
        var ends: [OperationGraph.Node] = []
        for index in 0..<count {
          let first = graph.add(after: branch.node) {}
          let second =
            index.isMultiple(of: 3)
            ? graph.add(after: first) { await Task.yield() }
            : graph.add(after: first) {}
          if index.isMultiple(of: 100) {
            ends.append(graph.add(after: second) { @MainActor in })
          } else {
            ends.append(second)
          }
        }
        let sum = graph.value(from: branch) { branch in
          await Task.yield()
          return branch + Self.branch
        }
        for end in ends { graph.connect(sum.node, after: end) }
        return sum
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...6 {
          let copy = number == 1 ? graph : graph.copy()
          group.addTask {
            for round in 0..<4 {
              let branch = number * 10 + round
              let report = try await Self.$branch.withValue(branch) {
                try await copy.run(workers: workers)
              }
              #expect(try report.value(of: sum) == 2 * branch)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
