/// The minimum cost of asynchronous nodes: one task calls them one after another, in a known order,
/// from memory that does not move.
final class AsyncFloor: BenchGraph, @unchecked Sendable {  // guard: `nodes` never changes
  private struct Node: ~Copyable {
    let body: @Sendable () async -> Void

    @inline(__always)
    borrowing func run() async { await body() }
  }

  private let nodes: UnsafeMutablePointer<Node>
  private let count: Int

  init(_ shape: Shape, asynchronous body: (Int) -> @Sendable () async -> Void) {
    count = shape.nodeCount
    nodes = .allocate(capacity: count)
    for node in 0..<count { (nodes + node).initialize(to: Node(body: body(node))) }
  }

  deinit {
    nodes.deinitialize(count: count)
    nodes.deallocate()
  }

  func run() async {
    for node in 0..<count { await nodes[node].run() }
  }
}
