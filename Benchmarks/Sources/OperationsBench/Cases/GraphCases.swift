internal import Harness

extension Case {
  /// A graph that was built before is run repeatedly: the cost of a node alone.
  static var reruns: [Case] {
    ShapeKind.allCases.flatMap { kind in [1, 2].map { rerun(kind, threads: $0) } }
  }

  /// Building only.
  static var builds: [Case] {
    ShapeKind.allCases.map { kind in
      Case("build-\(kind)", "building \(kind.summary), without releasing it") {
        let shape = kind.shape()
        return [
          .building("stagecraft", shape) { try StagecraftGraph($0, $1, workers: 1) },
          .building("index", shape) { try StagecraftIndexGraph($0, $1, workers: 1) },
          .building("floor", shape) { FloorGraph($0, $1) },
          .building("dispatch", shape) { DispatchGraph($0, $1) },
        ] + (try OneTBB.rival.subjects(.build, shape, threads: 1))
      }
    }
  }

  /// Building, running once, and releasing.
  static var buildRuns: [Case] {
    ShapeKind.allCases.flatMap { kind in [1, 2].map { buildRun(kind, threads: $0) } }
  }

  /// The number of nodes for Foundation's queue, which is quadratic.
  private static let fewNodes = 500

  private static func rerun(_ kind: ShapeKind, threads: Int) -> Case {
    Case(
      "rerun-\(kind)-\(threads)t",
      "running \(kind.summary) again, threads: \(threads), for each node"
    ) {
      let shape = kind.shape()
      var subjects = [
        try Subject.rerunning("stagecraft", shape) {
          try StagecraftGraph($0, $1, workers: threads)
        },
        try .rerunning("index", shape) { try StagecraftIndexGraph($0, $1, workers: threads) },
        try .rerunning("floor", shape) { FloorGraph($0, $1) },
      ]
      subjects += try OneTBB.rival.subjects(.rerun, shape, threads: threads)
      if threads > 1 {
        subjects += [
          try .rerunning("dispatch", shape) { DispatchGraph($0, $1) },
          try .rerunning("task-group", shape) { TaskGroupGraph($0, $1) },
        ]
      }
      return subjects
    }
  }

  private static func buildRun(_ kind: ShapeKind, threads: Int) -> Case {
    Case(
      "build-run-\(kind)-\(threads)t",
      """
      building \(kind.summary), running it once, letting go, threads: \(threads), for each node \
      (operation-queue: \(kind.nodeCount(about: fewNodes)) nodes, because it is quadratic)
      """
    ) {
      let shape = kind.shape()
      var subjects = [
        Subject.buildingAndRunning("stagecraft", shape) {
          try StagecraftGraph($0, $1, workers: threads)
        },
        .buildingAndRunning("index", shape) {
          try StagecraftIndexGraph($0, $1, workers: threads)
        },
        .buildingAndRunning("floor", shape) { FloorGraph($0, $1) },
      ]
      subjects += try OneTBB.rival.subjects(.buildRun, shape, threads: threads)
      if threads > 1 {
        subjects += [
          .buildingAndRunning("dispatch", shape) { DispatchGraph($0, $1) },
          .buildingAndRunning("task-group", shape) { TaskGroupGraph($0, $1) },
        ]
      }
      subjects.append(
        .buildingAndRunning("operation-queue", kind.shape(about: fewNodes)) {
          OperationQueueGraph($0, $1, width: threads == 1 ? 1 : nil)
        })
      return subjects
    }
  }
}

extension ShapeKind {
  fileprivate var summary: String {
    "a \(self) of \(nodeCount(about: Self.manyNodes)) nodes"
  }
}
