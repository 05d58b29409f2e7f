extension OperationTrace {
  /// How much longer each operation could have run without making the whole trace longer.
  ///
  /// Reckoned with what happened: an operation starts no earlier than its dependencies and its
  /// blocker end, and who waits for its blocker starts as long after it as it did. So the slack of
  /// every operation on the critical path is zero.
  ///
  /// - Returns: the slack of each operation that started and ended, by its ``Node/id``.
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

  /// What ended before `node` started, and had to.
  private func origins(of node: Node, _ positions: [Int: Int]) -> [Int] {
    guard let started = node.started else { return [] }
    let ids = node.dependencies.map(\.id) + (node.blocker.id.map { [$0] } ?? [])
    return ids.compactMap { positions[$0] }.filter {
      nodes[$0].started != nil && nodes[$0].ended.map { $0 <= started } ?? false
    }
  }

  /// The operations in an order in which each comes after those it waited for.
  private func orderOfBlocking(_ positions: [Int: Int]) -> [Int] {
    let origins = nodes.map { self.origins(of: $0, positions) }
    return Precedence.order(of: origins)
  }
}
