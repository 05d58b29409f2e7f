internal import Harness
internal import StagecraftGraphs
internal import StagecraftOperations

// Stagecraft's frozen graphs. Closures are written where a client would write them, as literals: a
// closure read from a variable is wrapped once more, to record its isolation.

/// A graph with a closure for each step.
struct StagecraftGraph: BenchGraph {
  private let graph: OperationGraph
  private let workers: Int

  init(_ shape: Shape, _ bodies: Bodies, workers: Int) throws {
    self.workers = workers
    if let hold = bodies.hold {
      graph = try Self.graph(shape) { builder, node in
        let cell = bodies.cell(node)
        return builder.add { cell.increment(after: hold) }
      }
    } else {
      graph = try Self.graph(shape) { builder, node in
        let cell = bodies.cell(node)
        return builder.add { cell.increment() }
      }
    }
  }

  /// With asynchronous steps that suspend once or never.
  init(_ shape: Shape, asynchronous bodies: Bodies, suspends: Bool, workers: Int) throws {
    self.workers = workers
    if suspends {
      graph = try Self.graph(shape) { builder, node in
        let cell = bodies.cell(node)
        return builder.add {
          await Task.yield()
          cell.increment()
        }
      }
    } else {
      graph = try Self.graph(shape) { builder, node in
        let cell = bodies.cell(node)
        return builder.add { () async in cell.increment() }
      }
    }
  }

  @inline(__always)
  private static func graph(
    _ shape: Shape,
    _ add: (inout OperationGraph.Builder, Int) -> OperationGraph.Node
  ) throws -> OperationGraph {
    try OperationGraph(steps: shape.nodeCount, edges: shape.edgeCount) { builder in
      var steps: [OperationGraph.Node] = []
      steps.reserveCapacity(shape.nodeCount)
      for node in 0..<shape.nodeCount {
        let step = add(&builder, node)
        for edge in shape.incomingEdges(of: node) {
          builder.connect(step, after: steps[Int(shape.sources[edge])])
        }
        steps.append(step)
      }
    }
  }

  func run() async throws {
    try await graph.run(workers: workers)
  }
}

/// A graph of numbered steps with one closure for all of them.
struct StagecraftIndexGraph: BenchGraph {
  private let graph: OperationGraph
  private let body: @Sendable (Int) -> Void
  private let workers: Int

  init(_ shape: Shape, _ bodies: Bodies, workers: Int) throws {
    graph = try OperationGraph(count: shape.nodeCount, edges: shape.pairs)
    body = bodies.indexed
    self.workers = workers
  }

  func run() async throws {
    try await graph.run(workers: workers, body)
  }
}
