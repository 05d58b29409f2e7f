/// The graph that all subjects of a case receive.
///
/// The nodes are numbered so that an edge always leads to a higher number.
struct Shape: Sendable {
  /// Appears in the names of cases.
  let name: String

  let nodeCount: Int

  /// The number of the first edge of each node, with one more entry at the end.
  let offsets: [Int32]

  /// The node to which each edge leads.
  let targets: [Int32]

  /// The number of the first predecessor of each node in `sources`, with one more entry at the end.
  let predecessorOffsets: [Int32]

  /// The sources of the edges that lead to a node.
  let sources: [Int32]

  /// All edges.
  let pairs: [(Int, Int)]

  var edgeCount: Int { targets.count }

  /// - Parameters:
  ///   - name: The name of the shape.
  ///   - successors: For each node, its successors.
  init(_ name: String, successors: [[Int32]]) {
    self.name = name
    nodeCount = successors.count
    offsets = successors.reduce(into: [0]) { $0.append($0.last! + Int32($1.count)) }
    targets = successors.flatMap { $0 }
    var predecessors: [[Int32]] = Array(repeating: [], count: successors.count)
    for (node, following) in successors.enumerated() {
      for next in following {
        precondition(next > node, "An edge leads to a higher number.")
        predecessors[Int(next)].append(Int32(node))
      }
    }
    predecessorOffsets = predecessors.reduce(into: [0]) { $0.append($0.last! + Int32($1.count)) }
    sources = predecessors.flatMap { $0 }
    pairs = successors.enumerated().flatMap { node, following in
      following.map { (node, Int($0)) }
    }
  }

  func successors(of node: Int) -> ArraySlice<Int32> {
    targets[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  func predecessors(of node: Int) -> ArraySlice<Int32> {
    sources[Int(predecessorOffsets[node])..<Int(predecessorOffsets[node + 1])]
  }

  /// The numbers of the edges in `sources` that lead to `node`.
  @inline(__always)
  func incomingEdges(of node: Int) -> Range<Int> {
    Int(predecessorOffsets[node])..<Int(predecessorOffsets[node + 1])
  }

  /// The number of direct predecessors of `node`.
  func degree(of node: Int) -> Int32 {
    predecessorOffsets[node + 1] - predecessorOffsets[node]
  }
}
