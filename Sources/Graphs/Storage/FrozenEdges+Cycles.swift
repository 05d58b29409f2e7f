extension FrozenEdges {
  /// Each follows all its upstream steps; steps on or behind a cycle are left out.
  static func order(
    _ nodes: UnsafeMutablePointer<GraphNode>, count: Int,
    successors: UnsafeMutablePointer<UInt32>, sources: [UInt32]
  ) -> [UInt32] {
    var waiting: [Int32] = []
    waiting.reserveCapacity(count)
    for index in 0..<count { waiting.append(nodes[index].upstreams) }
    var order = sources
    var next = 0
    while next < order.count {
      let node = nodes + Int(order[next])
      let first = Int(node.pointee.firstSuccessor)
      for edge in first..<first + node.pointee.successorCount {
        let successor = successors[edge] & ~mark
        waiting[Int(successor)] -= 1
        if waiting[Int(successor)] == 0 { order.append(successor) }
      }
      next += 1
    }
    return order
  }

  static func cycle(
    _ nodes: UnsafeMutablePointer<GraphNode>, count: Int,
    successors: UnsafeMutablePointer<UInt32>, without ordered: [UInt32]
  ) -> [Int] {
    var isOrdered = Array(repeating: false, count: count)
    for index in ordered { isOrdered[Int(index)] = true }
    // Each remaining step waits for another remaining step, so walking upstream must repeat a step.
    var upstream: [Int: Int] = [:]
    for index in 0..<count where !isOrdered[index] {
      let first = Int(nodes[index].firstSuccessor)
      for edge in first..<first + nodes[index].successorCount {
        let successor = Int(successors[edge] & ~mark)
        if !isOrdered[successor] { upstream[successor] = index }
      }
    }
    var path: [Int] = []
    var places: [Int: Int] = [:]
    var index = upstream.keys.min()!
    while places[index] == nil {
      places[index] = path.count
      path.append(index)
      index = upstream[index]!
    }
    let cycle = Array(path[places[index]!...].reversed())
    let start = cycle.firstIndex(of: cycle.min()!)!
    return Array(cycle[start...] + cycle[..<start])
  }
}
