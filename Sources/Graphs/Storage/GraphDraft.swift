internal import StageFloor

/// A plain owner of memory, so that adding a step costs only a few stores.
@usableFromInline
struct GraphDraft: ~Copyable {
  private(set) var nodes: UnsafeMutablePointer<GraphNode>
  private(set) var nodeCount = 0
  private var nodeCapacity: Int

  /// Upstream step in the high half; downstream step and order-only mark in the low half.
  private(set) var edges: UnsafeMutablePointer<UInt64>
  private(set) var edgeCount = 0
  private var edgeCapacity: Int

  /// Up to the last step that has one.
  private(set) var names: [String] = []
  /// In nanoseconds.
  private(set) var expected: [(index: UInt32, length: Int64)] = []
  private(set) var blockingMilestones: [UInt32] = []
  /// The number of steps whose result other steps receive.
  private(set) var valueCount = 0
  let stamp: UInt32

  /// Whether an edge leads to an earlier step; only such edges can close a cycle.
  private(set) var hasBackwardEdge = false
  private(set) var hasOrderOnlyEdge = false
  /// One bit for each kind that occurs.
  private(set) var kinds: UInt8 = 0

  static var orderOnlyMark: UInt64 { 1 << 31 }

  init(nodes: Int, edges: Int, stamp: UInt32 = 0) {
    self.stamp = stamp
    Self.checkRoom(nodes: nodes, edges: edges)
    nodeCapacity = Swift.max(nodes, 16)
    edgeCapacity = Swift.max(edges, 16)
    self.nodes = .allocate(capacity: nodeCapacity)
    self.edges = .allocate(capacity: edgeCapacity)
  }

  deinit {
    for index in 0..<nodeCount { (nodes + index).endBody() }
    nodes.deallocate()
    edges.deallocate()
  }

  consuming func takeNodes() -> UnsafeMutablePointer<GraphNode> {
    let taken = nodes
    nodeCount = 0
    nodes = .allocate(capacity: 1)
    return taken
  }

  /// The caller stores the closure into it.
  @inline(__always)
  mutating func add(_ kind: GraphNodeKind) -> UInt32 {
    if nodeCount == nodeCapacity { growNodes() }
    (nodes + nodeCount).initialize(to: GraphNode(kind: kind))
    kinds |= 1 &<< kind.rawValue
    nodeCount &+= 1
    return UInt32(truncatingIfNeeded: nodeCount &- 1)
  }

  mutating func name(_ index: UInt32, _ name: String) {
    while names.count < Int(index) { names.append("") }
    names.append(name)
  }

  mutating func expect(_ index: UInt32, toTake length: Int64) {
    expected.append((index, length))
  }

  mutating func addValue() -> Int {
    defer { valueCount += 1 }
    return valueCount
  }

  mutating func markBlocking(_ milestone: UInt32) { blockingMilestones.append(milestone) }

  @inline(__always)
  mutating func connect(_ upstream: UInt32, to downstream: UInt32, isOrderOnly: Bool) {
    if edgeCount == edgeCapacity { growEdges() }
    var edge = UInt64(upstream) &<< 32 | UInt64(downstream)
    if isOrderOnly {
      edge |= Self.orderOnlyMark
      hasOrderOnlyEdge = true
    }
    if upstream >= downstream { hasBackwardEdge = true }
    edges[edgeCount] = edge
    edgeCount &+= 1
    nodes[Int(upstream)].countSuccessor()
    nodes[Int(downstream)].upstreams &+= 1
  }

  @inline(__always)
  mutating func connectSteps(_ upstream: Int, to downstream: Int) {
    require(
      0 <= upstream && upstream < nodeCount && 0 <= downstream && downstream < nodeCount,
      "The edge \(upstream) to \(downstream) is out of range for a graph of \(nodeCount) steps.")
    connect(
      UInt32(truncatingIfNeeded: upstream), to: UInt32(truncatingIfNeeded: downstream),
      isOrderOnly: false)
  }

  private static func checkRoom(nodes: Int, edges: Int) {
    require(nodes <= 1 << 30, "A graph holds at most 2^30 steps, not \(nodes).")
    require(edges <= 1 << 31, "A graph holds at most 2^31 edges, not \(edges).")
  }

  @inline(never)
  private mutating func growNodes() {
    require(nodeCapacity < 1 << 30, "A graph holds at most 2^30 steps.")
    let larger = UnsafeMutablePointer<GraphNode>.allocate(capacity: nodeCapacity * 2)
    larger.moveInitialize(from: nodes, count: nodeCount)
    nodes.deallocate()
    nodes = larger
    nodeCapacity *= 2
  }

  @inline(never)
  private mutating func growEdges() {
    require(edgeCapacity < 1 << 31, "A graph holds at most 2^31 edges.")
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: edgeCapacity * 2)
    larger.moveInitialize(from: edges, count: edgeCount)
    edges.deallocate()
    edges = larger
    edgeCapacity *= 2
  }
}
