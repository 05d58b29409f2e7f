import StagecraftGraphs
import TestSupport
import Testing

/// The order of small graphs against a naive model, with and without the lock.
@Suite(.timeLimit(.minutes(3)))
struct StartOrderModelTests {
  /// What decides how the one worker of a run finds its next step.
  enum Path: CaseIterable {
    /// Only plain steps: the worker is alone, and needs no lock.
    case alone
    /// A milestone elsewhere in the graph: each step is taken under the lock.
    case locked
    /// Alone, but each step takes more than a call of its closure.
    case recording
  }

  private static func shape(_ generator: inout SeededGenerator) -> GraphShape {
    var shape = GraphShape(count: Int.random(in: 1...300, using: &generator))
    if generator.oneIn(10) { shape.count = 1_023 }
    let reach = Int.random(in: 1...80, using: &generator)
    let rarity = Int.random(in: 1...40, using: &generator)
    for downstream in 1..<Swift.max(shape.count, 2) where downstream < shape.count {
      for upstream in Swift.max(0, downstream - reach)..<downstream where generator.oneIn(rarity) {
        shape.edges.append((upstream, downstream))
        shape.orderOnly.append(generator.oneIn(3))
      }
    }
    return shape
  }

  /// The ready step with the longest remaining path, then the one added first.
  private static func order(_ shape: GraphShape, lengths: [Int]) -> [Int] {
    var remaining = lengths
    for index in (0..<shape.count).reversed() {
      let longest = shape.edges.filter { $0.0 == index }.map { remaining[$0.1] }.max() ?? 0
      remaining[index] = lengths[index] + longest
    }
    var waiting = Array(repeating: 0, count: shape.count)
    for (_, downstream) in shape.edges { waiting[downstream] += 1 }
    var ready = (0..<shape.count).filter { waiting[$0] == 0 }
    var order: [Int] = []
    while let next = ready.min(by: { (-remaining[$0], $0) < (-remaining[$1], $1) }) {
      ready.removeAll { $0 == next }
      order.append(next)
      for (upstream, downstream) in shape.edges where upstream == next {
        waiting[downstream] -= 1
        if waiting[downstream] == 0 { ready.append(downstream) }
      }
    }
    return order
  }

  private static func graph(
    _ shape: GraphShape, lengths: [Int]?, path: Path, body: @escaping @Sendable (Int) -> Void
  ) throws -> OperationGraph {
    try OperationGraph { graph in
      var nodes: [OperationGraph.Node] = []
      for index in 0..<shape.count {
        let expected = lengths.map { Duration.milliseconds($0[index]) }
        nodes.append(graph.add(expected: expected) { body(index) })
      }
      for (edge, isOrderOnly) in zip(shape.edges, shape.orderOnly) {
        if isOrderOnly {
          graph.connect(nodes[edge.1], following: nodes[edge.0])
        } else {
          graph.connect(nodes[edge.1], after: nodes[edge.0])
        }
      }
      if path == .locked { _ = graph.milestone("elsewhere") }
    }
  }

  @Test(arguments: Path.allCases, [false, true])
  func oneWorkerFollowsTheModel(path: Path, isExpected: Bool) async throws {
    for seed in UInt64(0)..<30 {
      var generator = SeededGenerator(seed: seed)
      let shape = Self.shape(&generator)
      var lengths = Array(repeating: 1, count: shape.count)
      if isExpected {
        for index in lengths.indices { lengths[index] = Int.random(in: 1...9, using: &generator) }
      }
      let log = Locked<[Int]>([])
      let graph = try Self.graph(shape, lengths: isExpected ? lengths : nil, path: path) { index in
        log.withLock { $0.append(index) }
      }
      var options = OperationGraph.RunOptions()
      options.workers = 1
      options.recordsTrace = path == .recording
      let report = try await graph.attempt(options)
      #expect(report.isSuccess)
      #expect(log.withLock { $0 } == Self.order(shape, lengths: lengths), "\(generator)")
    }
  }

  @Test func numberedStepsFollowTheModel() async throws {
    for seed in UInt64(100)..<130 {
      var generator = SeededGenerator(seed: seed)
      let shape = Self.shape(&generator)
      let log = Locked<[Int]>([])
      let graph = try OperationGraph(count: shape.count, edges: shape.edges)
      try await graph.run(workers: 1) { index in log.withLock { $0.append(index) } }
      let expected = Self.order(shape, lengths: Array(repeating: 1, count: shape.count))
      #expect(log.withLock { $0 } == expected, "\(generator)")
    }
  }

  @Test func edgesOfAnyCollectionAreConnected() async throws {
    let log = Locked<[Int]>([])
    let edges = (1..<100).lazy.map { ($0, $0 - 1) }
    let graph = try OperationGraph(count: 100, edges: edges)
    #expect(graph.edgeCount == 99)
    try await graph.run(workers: 1) { index in log.withLock { $0.append(index) } }
    #expect(log.withLock { $0 } == (0..<100).reversed())
  }

  /// Two hosts in turn: one runs alone, another joins when there is more to run, and leaves again.
  @Test(arguments: [2, 4], [StepFailure.none, .some])
  func hostsJoinAndLeaveWithoutLosingAStep(workers: Int, failure: StepFailure) async throws {
    for seed in UInt64(0)..<20 {
      var generator = SeededGenerator(seed: seed)
      // Chains with bursts between them, short and long.
      let bursts = Int.random(in: 2...12, using: &generator)
      let width = Int.random(in: 1...60, using: &generator)
      let isLong = generator.oneIn(2)
      let failing = failure == .some ? Int.random(in: 0..<bursts, using: &generator) : -1
      let counts = Locked<[Int: Int]>([:])
      let graph = try OperationGraph { graph in
        var last = graph.add {}
        for burst in 0..<bursts {
          var steps: [OperationGraph.Node] = []
          for number in 0..<width {
            steps.append(
              graph.add(following: last) {
                counts.withLock { $0[burst, default: 0] += 1 }
                if isLong { spin(for: .microseconds(20)) }
                if burst == failing, number == 0 { throw Failure() }
              })
          }
          last = graph.add {}
          for step in steps { graph.connect(last, following: step) }
        }
      }
      for run in 1...5 {
        var options = OperationGraph.RunOptions()
        options.workers = workers
        let report = try await graph.attempt(options)
        #expect(report.failedSteps.count == (failing < 0 ? 0 : 1), "\(generator)")
        for burst in 0..<bursts {
          #expect(counts.withLock { $0[burst] } == run * width, "\(generator)")
        }
      }
    }
  }

  enum StepFailure { case none, some }
  private struct Failure: Error {}
}

/// Keeps its thread busy.
private func spin(for duration: Duration) {
  let clock = ContinuousClock()
  let end = clock.now + duration
  while clock.now < end {}
}
