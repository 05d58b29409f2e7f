internal import Harness

extension Case {
  /// Nodes with work, on two threads.
  ///
  /// The floor is one thread; half of it is the best case for two.
  static var working: [Case] {
    BusyNode.allCases.flatMap { node in
      ShapeKind.allCases.filter { $0 != .chain }.map { working(node, $0) }
    }
  }

  private static func working(_ node: BusyNode, _ kind: ShapeKind) -> Case {
    Case(
      "work-\(node.rawValue)-\(kind)",
      """
      \(kind), nodes: \(kind.nodeCount(about: node.count)) of \(node.rawValue), threads: 2, \
      floor: 1 thread
      """
    ) {
      let shape = kind.shape(about: node.count)
      let hold = BusyHold(nanoseconds: node.nanoseconds)
      return [
        try .rerunning("stagecraft", shape, hold: hold) {
          try StagecraftGraph($0, $1, workers: 2)
        },
        try .rerunning("floor", shape, hold: hold) { FloorGraph($0, $1) },
        try .rerunning("dispatch", shape, hold: hold) { DispatchGraph($0, $1) },
      ] + (try OneTBB.rival.subjects(.rerun, shape, threads: 2, busy: node))
    }
  }
}

/// How long a node is busy, and the number of nodes for that length.
enum BusyNode: String, CaseIterable {
  case short = "200ns"
  case middle = "1us"
  case long = "10us"

  var nanoseconds: Int {
    switch self {
    case .short: 200
    case .middle: 1_000
    case .long: 10_000
    }
  }

  /// Fewer of the long ones, so that a run takes no more than a tenth of a second.
  var count: Int {
    switch self {
    case .short, .middle: 100_000
    case .long: 12_600
    }
  }

  /// The permitted factor above the ideal half.
  var allowance: Double {
    switch self {
    case .short: 1.5
    case .middle: 1.12
    case .long: 1.03
    }
  }
}
