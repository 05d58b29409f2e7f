internal import Harness

extension Target {
  /// Targets for graphs.
  static var graphs: [Target] {
    let names = ShapeKind.allCases.map(\.rawValue)
    let floors = ["chain", "tree", "wavefront"].flatMap { shape in
      [1, 2].map { Target.ratio("rerun-\(shape)-\($0)t", to: "floor", atMost: 2.5) }
    }
    let reruns = names.flatMap { shape in
      [1, 2].map { Target.ratio("rerun-\(shape)-\($0)t", to: OneTBB.name, atMost: 1 / 4.0) }
    }
    let buildRuns = names.flatMap { shape in
      [1, 2].map { Target.ratio("build-run-\(shape)-\($0)t", to: OneTBB.name, atMost: 1 / 2.0) }
    }
    let works = BusyNode.allCases.flatMap { node in
      names.filter { $0 != "chain" }.map { shape in
        Target.ratio(
          "work-\(node.rawValue)-\(shape)", to: "floor", atMost: node.allowance / 2)
      }
    }
    let sizes = GraphSize.all.flatMap { count in
      [1, 2].flatMap { threads in
        ["first", "rerun"].flatMap { verb in
          let name = "\(verb)-wavefront-\(count)-\(threads)t"
          return [
            Target.ratio(name, to: Taskflow.name, atMost: 0.8),
            // The overhead is at most Taskflow's: what exceeds the work itself, which is the same.
            .ratio("\(name)-\(BusyNode.middle.rawValue)", to: Taskflow.name, atMost: 1),
          ]
        }
      }
    }
    let built = GraphSize.built.flatMap { count in
      ["chain", "independent"].flatMap { shape in
        [1, 2].map { threads in
          Target.ratio(
            "build-run-\(shape)-\(count)-\(threads)t", to: Taskflow.name, atMost: 0.8)
        }
      }
    }
    return floors + reruns + buildRuns + works + sizes + built + [
      .nanoseconds("async-plain", atMost: 60),
      .nanoseconds("async-suspend", atMost: 500),
      .ratio("launch", to: "floor", atMost: 1.1),
    ]
  }

  /// Targets for managers.
  static var managers: [Target] {
    let costs = ["submit-100k", "submit-chain-100k", "submit-2-threads"].map {
      Target.nanoseconds($0, atMost: 1_000)
    }
    let growths = ["submit", "submit-chain", "category", "join"].map {
      Target.doubling("\($0)-100k", from: "stagecraft-half", atMost: 2.3)
    }
    return costs + growths + sizes
  }

  private static var sizes: [Target] {
    SubmitSize.allCases.map(\.rawValue).flatMap { size -> [Target] in
      [
        .nanoseconds("manager-\(size)", atMost: 700),
        .ratio("manager-\(size)", to: "task-group", atMost: 1),
        .nanoseconds("manager-chain-\(size)", atMost: 700),
        .ratio("manager-chain-\(size)", to: "tasks", atMost: 1),
        .ratio("manager-kinds-\(size)", "type", to: "closure", atMost: 1.2),
        .ratio("manager-kinds-\(size)", "category", to: "closure", atMost: 2),
        .ratio("manager-kinds-\(size)", "condition", to: "closure", atMost: 2),
        .nanoseconds("manager-cancel-all-\(size)", atMost: 300),
      ]
    } + [
      Target("manager-memory: stagecraft, in bytes", atMost: 256) {
        $0["manager-memory", "stagecraft"]
      }
    ]
  }
}
