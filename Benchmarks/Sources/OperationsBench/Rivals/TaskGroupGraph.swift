/// Typical hand-written structured concurrency: a child task for each node, and the parent counts
/// which node waits for how many.
struct TaskGroupGraph<Body: Sendable>: BenchGraph {
  private let shape: Shape
  private let bodies: [Body]
  private let call: @Sendable (Body) async -> Void

  func run() async throws {
    var missing = (0..<shape.nodeCount).map(shape.degree)
    await withTaskGroup(of: Int.self) { group in
      func start(_ node: Int) {
        group.addTask { [body = bodies[node], call] in
          await call(body)
          return node
        }
      }
      for node in 0..<shape.nodeCount where missing[node] == 0 { start(node) }
      while let node = await group.next() {
        for next in shape.successors(of: node) {
          missing[Int(next)] -= 1
          if missing[Int(next)] == 0 { start(Int(next)) }
        }
      }
    }
  }
}

extension TaskGroupGraph where Body == @Sendable () -> Void {
  init(_ shape: Shape, _ bodies: Bodies) {
    self.shape = shape
    self.bodies = (0..<shape.nodeCount).map { bodies[$0] }
    call = { $0() }
  }
}

extension TaskGroupGraph where Body == @Sendable () async -> Void {
  /// With bodies that are asynchronous functions.
  init(_ shape: Shape, asynchronous body: (Int) -> @Sendable () async -> Void) {
    self.shape = shape
    bodies = (0..<shape.nodeCount).map(body)
    call = { await $0() }
  }
}
