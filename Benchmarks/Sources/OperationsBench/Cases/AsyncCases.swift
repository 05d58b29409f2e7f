internal import Harness

extension Case {
  /// Nodes that are asynchronous functions.
  static var asynchronous: [Case] {
    [false, true].flatMap { suspends in
      [1, 2].map { threads in asynchronous(suspends: suspends, threads: threads) }
    }
  }

  private static func asynchronous(suspends: Bool, threads: Int) -> Case {
    let kind = ShapeKind.wavefront
    let name = suspends ? "async-suspend" : "async-plain"
    return Case(
      threads == 1 ? name : "\(name)-\(threads)t",
      """
      \(kind), \(kind.nodeCount(about: ShapeKind.manyNodes)) asynchronous nodes that \
      \(suspends ? "yield once" : "are never suspended"), threads: \(threads)
      """
    ) {
      let shape = kind.shape()
      @Sendable func body(_ bodies: Bodies, _ node: Int) -> @Sendable () async -> Void {
        suspends ? bodies.suspending(node) : bodies.asynchronous(node)
      }
      return [
        try Subject.rerunning("stagecraft", shape) {
          try StagecraftGraph($0, asynchronous: $1, suspends: suspends, workers: threads)
        },
        // Yielding in turn is no floor: an implementation that runs several nodes at a time may be
        // faster.
        try Subject.rerunning(suspends ? "one-task" : "floor", shape) { shape, bodies in
          AsyncFloor(shape) { body(bodies, $0) }
        },
        try Subject.rerunning("task-group", shape) { shape, bodies in
          TaskGroupGraph(shape) { body(bodies, $0) }
        },
      ]
    }
  }
}
