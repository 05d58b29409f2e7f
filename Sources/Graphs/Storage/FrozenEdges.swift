internal import Synchronization

struct FrozenEdges {
  let successors: UnsafeMutablePointer<UInt32>
  let orderOnly: UnsafeMutablePointer<Bool>?
  let levels: UnsafeMutablePointer<Int32>
  let sources: [UInt32]

  /// A thrown error lists the steps of a cycle in order.
  init(_ draft: inout GraphDraft, name: String) throws(OperationGraphError) {
    let count = draft.nodeCount
    let nodes = draft.nodes
    successors = .allocate(capacity: Swift.max(draft.edgeCount, 1))
    levels = .allocate(capacity: Swift.max(count, 1))
    var sources = Self.sortByUpstream(draft, into: successors)
    if draft.hasBackwardEdge {
      let order = Self.order(nodes, count: count, successors: successors, sources: sources)
      guard order.count == count else {
        let cycle = Self.cycle(nodes, count: count, successors: successors, without: order)
        successors.deallocate()
        levels.deallocate()
        throw OperationGraphError(
          code: .cycle, graph: name,
          steps: cycle.map { index in
            index < draft.names.count && !draft.names[index].isEmpty
              ? draft.names[index] : "step \(index)"
          })
      }
      for index in order.reversed() {
        Self.setLevel(nodes, Int(index), successors: successors, levels: levels)
      }
    } else {
      // Every edge leads to a later step, so iterating backwards visits successors first.
      var index = count
      while index > 0 {
        index &-= 1
        Self.setLevel(nodes, index, successors: successors, levels: levels)
      }
    }
    Self.sort(nodes, count: count, successors: successors, levels: levels)
    orderOnly = draft.hasOrderOnlyEdge ? .allocate(capacity: draft.edgeCount) : nil
    if let orderOnly {
      for edge in 0..<draft.edgeCount {
        orderOnly[edge] = successors[edge] & Self.mark != 0
        successors[edge] &= ~Self.mark
      }
    }
    if sources.count > 1, sources.count < count {
      let levels = levels
      sources.sort { levels[Int($0)] < levels[Int($1)] }
    }
    self.sources = sources
  }

  static var mark: UInt32 { UInt32(GraphDraft.orderOnlyMark) }

  /// A counting sort by upstream; edges added first come last, where the workers look first.
  private static func sortByUpstream(
    _ draft: borrowing GraphDraft, into successors: UnsafeMutablePointer<UInt32>
  ) -> [UInt32] {
    let nodes = draft.nodes
    var sources: [UInt32] = []
    var offset: UInt32 = 0
    for index in 0..<draft.nodeCount {
      let node = nodes + index
      offset &+= UInt32(truncatingIfNeeded: node.pointee.successorCount)
      node.pointee.firstSuccessor = offset
      let upstreams = node.pointee.upstreams
      node.pointee.pending.store(upstreams, ordering: .relaxed)
      if upstreams == 0 { sources.append(UInt32(truncatingIfNeeded: index)) }
    }
    for index in 0..<draft.edgeCount {
      let edge = draft.edges[index]
      let node = nodes + Int(edge &>> 32)
      node.pointee.firstSuccessor &-= 1
      successors[Int(node.pointee.firstSuccessor)] = UInt32(truncatingIfNeeded: edge)
    }
    sources.reverse()
    return sources
  }

  @inline(__always)
  private static func setLevel(
    _ nodes: UnsafeMutablePointer<GraphNode>, _ index: Int,
    successors: UnsafeMutablePointer<UInt32>, levels: UnsafeMutablePointer<Int32>
  ) {
    var level: Int32 = 0
    var edge = Int(nodes[index].firstSuccessor)
    let end = edge &+ nodes[index].successorCount
    while edge < end {
      level = Swift.max(level, levels[Int(successors[edge] & ~mark)])
      edge &+= 1
    }
    levels[index] = level &+ 1
  }

  /// Sorts successors so that the longest remaining path comes last; equal ones keep their order.
  private static func sort(
    _ nodes: UnsafeMutablePointer<GraphNode>, count: Int,
    successors: UnsafeMutablePointer<UInt32>, levels: UnsafeMutablePointer<Int32>
  ) {
    for index in 0..<count {
      let length = nodes[index].successorCount
      guard length > 1 else { continue }
      let list = successors + Int(nodes[index].firstSuccessor)
      if length > 32 {
        let sorted = UnsafeMutableBufferPointer(start: list, count: length)
          .sorted { levels[Int($0 & ~mark)] < levels[Int($1 & ~mark)] }
        for place in 0..<length { list[place] = sorted[place] }
        continue
      }
      for place in 1..<length {
        let moved = list[place]
        let level = levels[Int(moved & ~mark)]
        var hole = place
        while hole > 0, levels[Int(list[hole &- 1] & ~mark)] > level {
          list[hole] = list[hole &- 1]
          hole &-= 1
        }
        list[hole] = moved
      }
    }
  }
}
