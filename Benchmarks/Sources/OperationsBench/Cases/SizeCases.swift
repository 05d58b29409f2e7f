internal import Harness

/// Graphs of different sizes: small ones have a start order and a lock, large ones do not.
enum GraphSize {
  static let all = [16, 64, 576, 1_024, 4_096, 65_536]
  static let built = [64, 576, 4_096, 65_536]
}

extension Case {
  /// First and later runs of graphs of different sizes, with empty nodes and with nodes of 1 µs;
  /// and building them.
  static var sizes: [Case] {
    let runs = GraphSize.all.flatMap { count in
      [1, 2].flatMap { threads in
        [nil, BusyNode.middle].flatMap { node in
          [CompiledGraph.Verb.first, .rerun].map { verb in
            run(verb, .wavefront, count, threads: threads, busy: node)
          }
        }
      }
    }
    let builds = GraphSize.built.flatMap { count in
      [ShapeKind.chain, .independent].flatMap { kind in
        [1, 2].map { buildRun(kind, count, threads: $0) }
      }
    }
    return runs + builds
  }

  private static func run(
    _ verb: CompiledGraph.Verb, _ kind: ShapeKind, _ count: Int, threads: Int,
    busy node: BusyNode?
  ) -> Case {
    let work = node.map { "-\($0.rawValue)" } ?? ""
    return Case(
      "\(verb.rawValue)-\(kind)-\(count)-\(threads)t\(work)",
      """
      \(verb == .first ? "the first run" : "running again") of a \(kind) of \(count) nodes\
      \(node.map { " of \($0.rawValue)" } ?? ""), threads: \(threads), for each node
      """
    ) {
      let shape = kind.shape(about: count)
      let hold = node.map { BusyHold(nanoseconds: $0.nanoseconds) }
      let ours: @Sendable (Shape, Bodies) throws -> StagecraftGraph = {
        try StagecraftGraph($0, $1, workers: threads)
      }
      let index: @Sendable (Shape, Bodies) throws -> StagecraftIndexGraph = {
        try StagecraftIndexGraph($0, $1, workers: threads)
      }
      let subjects =
        verb == .first
        ? [
          Subject.runningFirst("stagecraft", shape, hold: hold, ours),
          .runningFirst("index", shape, hold: hold, index),
        ]
        : [
          try .rerunning("stagecraft", shape, hold: hold, ours),
          try .rerunning("index", shape, hold: hold, index),
        ]
      return subjects
        + (try Taskflow.rival.subjects(verb, shape, threads: threads, busy: node))
    }
  }

  private static func buildRun(_ kind: ShapeKind, _ count: Int, threads: Int) -> Case {
    Case(
      "build-run-\(kind)-\(count)-\(threads)t",
      """
      building a graph (\(kind)) of \(count) nodes, running it once, letting go, threads: \
      \(threads), for each node
      """
    ) {
      let shape = kind.shape(about: count)
      return [
        .buildingAndRunning("stagecraft", shape) { try StagecraftGraph($0, $1, workers: threads) },
        .buildingAndRunning("index", shape) {
          try StagecraftIndexGraph($0, $1, workers: threads)
        },
      ] + (try Taskflow.rival.subjects(.buildRun, shape, threads: threads))
    }
  }
}
