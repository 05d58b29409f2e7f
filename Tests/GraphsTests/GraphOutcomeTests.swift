import StagecraftGraphs
import TestSupport
import Testing

/// The table of a step's outcome for each outcome of its upstream steps.
@Suite(.timeLimit(.minutes(3)))
struct GraphOutcomeTests {
  struct Boom: Error, Equatable { var step: Int }

  /// The expected outcome of a step, by the table, from those of its upstream steps.
  private enum Expected: Equatable {
    case succeeded
    case failed
    case cancelled
  }

  private static func expected(
    _ count: Int, _ edges: [(Int, Int, Bool)], failing: Set<Int>
  ) -> [Expected] {
    var result: [Expected] = []
    for index in 0..<count {
      let isLost = edges.contains { $0.1 == index && !$0.2 && result[$0.0] != .succeeded }
      result.append(isLost ? .cancelled : failing.contains(index) ? .failed : .succeeded)
    }
    return result
  }

  private static func seen(_ outcome: OperationGraph.Outcome) -> Expected {
    switch outcome {
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// All graphs of three steps: each pair unconnected, required, or in order only; each set of
  /// failing steps; synchronous and asynchronous.
  @Test(arguments: [1, 2], [false, true])
  func theTableHoldsForAllGraphsOfThreeSteps(workers: Int, isAsynchronous: Bool) async throws {
    let pairs = [(0, 1), (0, 2), (1, 2)]
    for code in 0..<27 {
      let kinds = [code % 3, code / 3 % 3, code / 9]
      let edges = zip(pairs, kinds).filter { $0.1 > 0 }.map { ($0.0.0, $0.0.1, $0.1 == 2) }
      for failures in 0..<8 {
        let failing = Set((0..<3).filter { failures & 1 << $0 != 0 })
        let label = "edges \(edges), failing \(failing.sorted())"
        let ended = Locked<[Int]>([])
        var nodes: [OperationGraph.Node] = []
        let graph = try OperationGraph { graph in
          for index in 0..<3 {
            let act: @Sendable () throws -> Void = {
              ended.withLock { $0.append(index) }
              if failing.contains(index) { throw Boom(step: index) }
            }
            nodes.append(
              isAsynchronous
                ? graph.add("step \(index)") {
                  await Task.yield()
                  try act()
                } : graph.add("step \(index)") { try act() })
          }
          for edge in edges {
            if edge.2 {
              graph.connect(nodes[edge.1], following: nodes[edge.0])
            } else {
              graph.connect(nodes[edge.1], after: nodes[edge.0])
            }
          }
        }
        var options = OperationGraph.RunOptions()
        options.workers = workers
        for _ in 0..<2 {
          ended.withLock { $0 = [] }
          let report = try await graph.attempt(options)
          let expected = Self.expected(3, edges, failing: failing)
          #expect(nodes.map { Self.seen(report.outcome(of: $0)) } == expected, "\(label)")
          #expect(report.steps.map { Self.seen($0.outcome) } == expected, "\(label)")
          let ran = ended.withLock { $0 }
          #expect(ran.sorted() == (0..<3).filter { expected[$0] != .cancelled }, "\(label)")
          for edge in edges where ran.contains(edge.0) && ran.contains(edge.1) {
            #expect(ran.firstIndex(of: edge.0)! < ran.firstIndex(of: edge.1)!, "\(label)")
          }
          #expect(report.isSuccess == expected.allSatisfy { $0 == .succeeded }, "\(label)")
        }
      }
    }
  }

  @Test func theErrorNamesTheFirstStepThatFailedAndWhy() async throws {
    let graph = try OperationGraph("launch") { graph in
      let collector = graph.add("collector") { throw Boom(step: 1) }
      graph.add("network", after: collector) {}
      graph.add("report", following: collector) {}
    }
    let error = try await #require(throws: OperationGraphError.self) { try await graph.run() }
    #expect(error == .stepFailed)
    #expect(error.steps == ["collector"])
    #expect(error.underlying as? Boom == Boom(step: 1))
    #expect(error.report?.failedSteps == ["collector"])
    #expect(error.description == "Graph “launch”: “collector” failed: Boom(step: 1).")
  }

  @Test func theCauseOfACancelledStepIsTheOneThatFailed() async throws {
    var nodes: [OperationGraph.Node] = []
    let graph = try OperationGraph { graph in
      let first = graph.add("first") { throw Boom(step: 0) }
      let second = graph.add("second", after: first) {}
      nodes = [first, graph.add("third", after: second) {}]
    }
    let report = try await graph.attempt()
    guard case .cancelled(.requirementFailed(let cause)) = report.outcome(of: nodes[1]) else {
      Issue.record("The third step was not cancelled.")
      return
    }
    #expect(cause == nodes[0])
  }

  /// A follows B in order, B requires a failed step, and so does not run; but B also follows a slow
  /// step, and A must not start before that one ended.
  @Test(arguments: [1, 2])
  func aFollowerOfACancelledStepDoesNotStartEarly(workers: Int) async throws {
    let events = Locked<[String]>([])
    let gate = Gate()
    let graph = try OperationGraph { graph in
      let failing = graph.add("failing") { throw Boom(step: 0) }
      let slow = graph.add("slow") {
        await gate.wait()
        events.withLock { $0.append("slow") }
      }
      let lost = graph.add("lost", after: failing, slow) {}
      graph.add("follower", following: lost) { events.withLock { $0.append("follower") } }
      graph.add("opener", following: failing) { gate.open() }
    }
    var options = OperationGraph.RunOptions()
    options.workers = workers
    _ = try await graph.attempt(options)
    #expect(events.withLock { $0 } == ["slow", "follower"])
  }

  @Test func cancelOthersCancelsTheOtherSteps() async throws {
    let started = Gate()
    let graph = try OperationGraph { graph in
      let slow = graph.add("slow") {
        started.open()
        try await untilCancelled()
      }
      graph.add("failing") {
        await started.wait()
        throw Boom(step: 0)
      }
      graph.add("after slow", following: slow) { Issue.record("It ran.") }
    }
    var options = OperationGraph.RunOptions()
    options.onFailure = .cancelOthers
    let report = try await graph.attempt(options)
    #expect(report.failedSteps == ["failing"])
    #expect(
      report.steps.map { Self.seen($0.outcome) } == [.cancelled, .failed, .cancelled])
  }
}
