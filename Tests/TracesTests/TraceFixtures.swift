import StagecraftTraces
import TestSupport

extension OperationTrace {
  /// The beginning of an app's day: the session waits for the network, the page for the main lane.
  static var launch: OperationTrace {
    func ms(_ value: Int) -> Duration { .milliseconds(value) }
    return OperationTrace(
      name: "launch",
      nodes: [
        Node(
          id: 1, name: "network", submitted: ms(0), ready: ms(0), started: ms(1), ended: ms(11),
          ending: .succeeded),
        Node(
          id: 2, name: "launch page", lane: "main", submitted: ms(0), ready: ms(0), started: ms(0),
          ended: ms(20), ending: .succeeded),
        Node(
          id: 3, name: "login", track: 1, submitted: ms(0), ready: ms(11), started: ms(12),
          ended: ms(18),
          attempts: [
            Attempt(started: ms(12), ended: ms(14)), Attempt(started: ms(16), ended: ms(18)),
          ], ending: .succeeded, dependencies: [Dependency(on: 1)], blocker: .dependency(1)),
        Node(
          id: 4, name: "content page", lane: "main", submitted: ms(0), ready: ms(18),
          started: ms(20), ended: ms(30), ending: .failed, reason: "no \"shelf\"",
          dependencies: [Dependency(on: 3), Dependency(on: 2, .follows)],
          blocker: .width(freedBy: 2)),
        Node(
          id: 5, name: "notices", submitted: ms(0), ended: ms(30), ending: .cancelled,
          reason: "by 4",
          dependencies: [Dependency(on: 4, .other("result"))], blocker: .dependency(4)),
      ])
  }

  /// A run without any width: each operation starts when its dependencies have ended.
  ///
  /// Dependencies go from smaller to larger numbers.
  static func unhindered(
    count: Int, using generator: inout SeededGenerator, laneOf: (Int) -> String = { _ in "compute" }
  ) -> OperationTrace {
    var trace = OperationTrace(name: "random")
    for id in 0..<count {
      let origins = (0..<id).filter { _ in generator.oneIn(3) }
      let started = origins.compactMap { trace.nodes[$0].ended }.max() ?? .zero
      let span = Duration.microseconds(Int.random(in: 0...50, using: &generator))
      trace.nodes.append(
        Node(
          id: id, name: "\(id)", lane: laneOf(id), track: id, submitted: .zero, ready: started,
          started: started, ended: started + span, ending: .succeeded,
          dependencies: origins.map { Dependency(on: $0) }))
    }
    return trace
  }

  /// The longest chain of dependencies that ends with an operation, found by trying all of them.
  func longestChain(to index: Int) -> Duration {
    let before = nodes[index].dependencies.map { longestChain(to: $0.id) }.max() ?? .zero
    return before + nodes[index].span
  }

  /// The longest chain of dependencies that begins with an operation, found by trying all of them.
  func longestChain(from index: Int) -> Duration {
    let dependents = nodes.indices.filter { other in
      nodes[other].dependencies.contains { $0.id == index }
    }
    return nodes[index].span + (dependents.map { longestChain(from: $0) }.max() ?? .zero)
  }
}
