internal import Harness

/// A graph of some library, built for a shape.
///
/// All are run from a task, so that no library has a thread more than the others.
protocol BenchGraph: Sendable {
  /// Runs all nodes once.
  func run() async throws
}

extension Subject {
  /// Runs a graph that was built before, repeatedly.
  static func rerunning<Graph: BenchGraph>(
    _ name: String, _ shape: Shape, hold: BusyHold? = nil,
    _ build: @escaping @Sendable (Shape, Bodies) throws -> Graph
  ) throws -> Subject {
    let bodies = Bodies(shape.nodeCount, hold: hold)
    let graph = try build(shape, bodies)
    return Subject(name) { operations in
      let rounds = max(operations / shape.nodeCount, 1)
      let time = try waitForTask {
        let stopwatch = Stopwatch()
        for _ in 0..<rounds { try await graph.run() }
        return stopwatch.time
      }
      try bodies.verify(times: rounds)
      return Sample(operations: rounds * shape.nodeCount, time: time)
    }
  }

  /// Builds a graph and runs it once; only the run is timed.
  static func runningFirst<Graph: BenchGraph>(
    _ name: String, _ shape: Shape, hold: BusyHold? = nil,
    _ build: @escaping @Sendable (Shape, Bodies) throws -> Graph
  ) -> Subject {
    let bodies = Bodies(shape.nodeCount, hold: hold)
    return Subject(name) { operations in
      let rounds = max(operations / shape.nodeCount, 1)
      let nanoseconds = try waitForTask {
        var nanoseconds: Int64 = 0
        for _ in 0..<rounds {
          let graph = try build(shape, bodies)
          let stopwatch = Stopwatch()
          try await graph.run()
          nanoseconds += stopwatch.nanoseconds
        }
        return nanoseconds
      }
      try bodies.verify(times: rounds)
      return Sample(operations: rounds * shape.nodeCount, nanoseconds: nanoseconds)
    }
  }

  /// Builds a graph, runs it once and releases it; all of this is timed.
  static func buildingAndRunning<Graph: BenchGraph>(
    _ name: String, _ shape: Shape,
    _ build: @escaping @Sendable (Shape, Bodies) throws -> Graph
  ) -> Subject {
    let bodies = Bodies(shape.nodeCount)
    return Subject(name) { operations in
      let rounds = max(operations / shape.nodeCount, 1)
      let time = try waitForTask {
        let stopwatch = Stopwatch()
        for _ in 0..<rounds { try await build(shape, bodies).run() }
        return stopwatch.time
      }
      try bodies.verify(times: rounds)
      return Sample(operations: rounds * shape.nodeCount, time: time)
    }
  }

  /// Builds a graph; the time of its release does not count.
  static func building<Graph: BenchGraph>(
    _ name: String, _ shape: Shape,
    _ build: @escaping @Sendable (Shape, Bodies) throws -> Graph
  ) -> Subject {
    let bodies = Bodies(shape.nodeCount)
    return Subject(name) { operations in
      let rounds = max(operations / shape.nodeCount, 1)
      var time = TimeTaken.zero
      for _ in 0..<rounds {
        let stopwatch = Stopwatch()
        let graph = try build(shape, bodies)
        time += stopwatch.time
        withExtendedLifetime(graph) {}
      }
      return Sample(operations: rounds * shape.nodeCount, time: time)
    }
  }
}
