internal import Dispatch
internal import Synchronization

/// A typical hand-written graph with Dispatch: each node counts its pending predecessors, and the
/// thread that brings the count to zero submits the node to a concurrent queue.
final class DispatchGraph: BenchGraph, @unchecked Sendable {  // guard: `missing` is atomic
  private let shape: Shape
  private let bodies: [@Sendable () -> Void]
  private let missing: UnsafeMutablePointer<Atomic<Int32>>
  private let left = Atomic(0)
  private let queue = DispatchQueue.global()
  private let done = DispatchGroup()

  init(_ shape: Shape, _ bodies: Bodies) {
    self.shape = shape
    self.bodies = (0..<shape.nodeCount).map { bodies[$0] }
    missing = .allocate(capacity: shape.nodeCount)
    for node in 0..<shape.nodeCount {
      (missing + node).initialize(to: Atomic(shape.degree(of: node)))
    }
  }

  deinit {
    missing.deallocate()
  }

  func run() async {
    left.store(shape.nodeCount, ordering: .relaxed)
    done.enter()
    for node in 0..<shape.nodeCount where shape.degree(of: node) == 0 { start(node) }
    await withUnsafeContinuation { continuation in
      done.notify(queue: queue) { continuation.resume() }
    }
  }

  private func start(_ node: Int) {
    queue.async { self.perform(node) }
  }

  private func perform(_ node: Int) {
    bodies[node]()
    missing[node].store(shape.degree(of: node), ordering: .relaxed)
    for next in shape.successors(of: node) {
      let next = Int(next)
      if missing[next].wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
        start(next)
      }
    }
    if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done.leave() }
  }
}
