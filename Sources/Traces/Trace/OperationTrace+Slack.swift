extension OperationTrace {
  /// How much longer each operation could have run without making the whole trace longer.
  ///
  /// Slack is based on what happened: an operation starts no earlier than its dependencies and its
  /// blocker end, and the delay between its blocker's end and its own start stays the same.
  /// Therefore the slack of every operation on the critical path is zero.
  ///
  /// The value contains each operation that started and ended, by its ``Node/id``.
  ///
  /// - Complexity: O(*n* + *e*) for *n* operations and *e* dependencies.
  public var slack: [Int: Duration] {
    let positions = positions
    var latestEnd = Array(repeating: duration, count: nodes.count)
    for index in orderOfBlocking(positions).reversed() {
      let node = nodes[index]
      guard let started = node.started, node.ended != nil else { continue }
      let latestStart = latestEnd[index] - node.span
      for origin in origins(of: node, positions) {
        guard let ended = nodes[origin].ended else { continue }
        let gap = nodes[origin].id == node.blocker.id ? started - ended : .zero
        latestEnd[origin] = min(latestEnd[origin], latestStart - gap)
      }
    }
    var slack: [Int: Duration] = [:]
    for (index, node) in nodes.enumerated() where node.started != nil {
      guard let ended = node.ended else { continue }
      slack[node.id] = max(.zero, latestEnd[index] - ended)
    }
    return slack
  }

  /// Returns the operations that had to end, and did end, before `node` started.
  private func origins(of node: Node, _ positions: [Int: Int]) -> [Int] {
    guard let started = node.started else { return [] }
    let ids = node.dependencies.map(\.id) + (node.blocker.id.map { [$0] } ?? [])
    return ids.compactMap { positions[$0] }.filter {
      nodes[$0].started != nil && nodes[$0].ended.map { $0 <= started } ?? false
    }
  }

  private func orderOfBlocking(_ positions: [Int: Int]) -> [Int] {
    let origins = nodes.map { self.origins(of: $0, positions) }
    return Precedence.order(of: origins)
  }
}
