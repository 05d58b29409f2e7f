/// A frozen graph: only counters and known durations change, both by the one run in progress.
///
/// A copy has its own, and shares everything else, so that it can run at the same time.
///
/// It is freed in one pass, regardless of the length of its chains.
@usableFromInline
final class GraphStore: @unchecked Sendable {  // guard: immutable, except what the one run owns
  let name: String
  let nodes: UnsafeMutablePointer<GraphNode>
  let count: Int

  /// The successors of all steps, grouped by step, the most urgent last.
  let successors: UnsafeMutablePointer<UInt32>
  let edgeCount: Int
  /// For each edge, whether it only imposes an order; `nil` if no edge does.
  let orderOnly: UnsafeMutablePointer<Bool>?
  /// For each step, the number of steps on the longest path from it to an end, itself included.
  let levels: UnsafeMutablePointer<Int32>
  /// The steps without upstream steps, the most urgent last.
  let sources: [UInt32]
  let kinds: UInt8
  let isForward: Bool
  let lengths: StepLengths
  let blockingMilestones: [UInt32]
  let valueCount: Int
  let stamp: UInt32
  private let names: [String]
  /// In a copy, the store that owns the closures and edges; otherwise nil.
  private let original: GraphStore?

  init(_ draft: consuming GraphDraft, name: String) throws(OperationGraphError) {
    let frozen: FrozenEdges
    do { frozen = try FrozenEdges(&draft, name: name) } catch { throw error }
    self.name = name
    count = draft.nodeCount
    edgeCount = draft.edgeCount
    kinds = draft.kinds
    valueCount = draft.valueCount
    stamp = draft.stamp
    names = draft.names
    original = nil
    blockingMilestones = draft.blockingMilestones
    isForward = !draft.hasBackwardEdge
    lengths = StepLengths(count: draft.nodeCount, expected: draft.expected)
    nodes = draft.takeNodes()
    successors = frozen.successors
    orderOnly = frozen.orderOnly
    levels = frozen.levels
    sources = frozen.sources
    try checkForDeadlocks()
  }

  /// The same steps with counters and durations of their own; `other` may be running.
  init(copying other: GraphStore) {
    let original = other.original ?? other
    self.original = original
    name = original.name
    count = original.count
    edgeCount = original.edgeCount
    kinds = original.kinds
    valueCount = original.valueCount
    stamp = original.stamp
    names = original.names
    blockingMilestones = original.blockingMilestones
    isForward = original.isForward
    lengths = StepLengths(count: original.count, expected: original.lengths.expected)
    successors = original.successors
    orderOnly = original.orderOnly
    levels = original.levels
    sources = original.sources
    nodes = .allocate(capacity: Swift.max(count, 1))
    for index in 0..<count {
      (nodes + index).initialize(to: GraphNode(sharing: original.nodes + index))
    }
  }

  deinit {
    guard original == nil else { return nodes.deallocate() }
    if kinds == 1 << GraphNodeKind.plain.rawValue {
      for index in 0..<count { (nodes + index).synchronous.deinitialize(count: 1) }
    } else if kinds != 1 << GraphNodeKind.indexed.rawValue {
      for index in 0..<count { (nodes + index).endBody() }
    }
    nodes.deallocate()
    successors.deallocate()
    orderOnly?.deallocate()
    levels.deallocate()
  }

  var isPlain: Bool {
    kinds & ~(1 << GraphNodeKind.plain.rawValue | 1 << GraphNodeKind.indexed.rawValue) == 0
  }

  /// Whether every step is a closure, synchronous or asynchronous, that no lane has to run.
  var hasOnlyClosures: Bool {
    let others: [GraphNodeKind] = [.main, .mainAsynchronous, .thread, .milestone]
    return others.allSatisfy { kinds & 1 << $0.rawValue == 0 }
  }

  func name(of index: Int) -> String {
    if index < names.count, !names[index].isEmpty { return names[index] }
    return "step \(index)"
  }

  func successorRange(of index: Int) -> Range<Int> {
    let first = Int(nodes[index].firstSuccessor)
    return first..<first + nodes[index].successorCount
  }

  func upstreams() -> [[(index: Int, isOrderOnly: Bool)]] {
    var result: [[(index: Int, isOrderOnly: Bool)]] = Array(repeating: [], count: count)
    for index in 0..<count {
      for edge in successorRange(of: index) {
        result[Int(successors[edge])].append((index, orderOnly?[edge] ?? false))
      }
    }
    return result
  }

  func topologicalOrder() -> [Int] {
    var waiting = (0..<count).map { nodes[$0].upstreams }
    var order = sources.reversed().map(Int.init)
    order.reserveCapacity(count)
    var next = 0
    while next < order.count {
      for edge in successorRange(of: order[next]) {
        let successor = Int(successors[edge])
        waiting[successor] -= 1
        if waiting[successor] == 0 { order.append(successor) }
      }
      next += 1
    }
    return order
  }

  /// Rejects milestones that block the main thread and wait for asynchronous main-actor steps,
  /// which could not proceed.
  private func checkForDeadlocks() throws(OperationGraphError) {
    guard !blockingMilestones.isEmpty else { return }
    let upstreams = upstreams()
    for milestone in blockingMilestones {
      var seen = Set([Int(milestone)])
      var toVisit = [Int(milestone)]
      while let index = toVisit.popLast() {
        for upstream in upstreams[index] where seen.insert(upstream.index).inserted {
          toVisit.append(upstream.index)
        }
      }
      let culprits = seen.sorted().filter { nodes[$0].kind == .mainAsynchronous }
      guard culprits.isEmpty else {
        throw OperationGraphError(
          code: .wouldDeadlock, graph: name, steps: culprits.map { name(of: $0) },
          milestone: name(of: Int(milestone)))
      }
    }
  }
}
