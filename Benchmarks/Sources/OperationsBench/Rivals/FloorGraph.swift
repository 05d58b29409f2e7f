/// Not a library but the minimum cost of a graph of closures: one thread, flat arrays, no atomic
/// operation, and a loop.
///
/// It calls the same closures as the others, from records in memory that does not move: a closure
/// called out of an array is retained first, which costs twice as much as all the rest.
final class FloorGraph: BenchGraph, @unchecked Sendable {  // guard: run by one task at a time
  private struct Node: ~Copyable {
    let body: @Sendable () -> Void

    @inline(__always)
    borrowing func run() { body() }
  }

  private let count: Int
  private let nodes: UnsafeMutablePointer<Node>
  private let offsets: UnsafeMutablePointer<Int32>
  private let targets: UnsafeMutablePointer<Int32>
  private let degrees: UnsafeMutablePointer<Int32>
  private let missing: UnsafeMutablePointer<Int32>
  private let ready: UnsafeMutablePointer<Int32>

  init(_ shape: Shape, _ bodies: Bodies) {
    count = shape.nodeCount
    nodes = .allocate(capacity: count)
    offsets = .allocate(capacity: count + 1)
    targets = .allocate(capacity: max(shape.edgeCount, 1))
    degrees = .allocate(capacity: count)
    missing = .allocate(capacity: count)
    ready = .allocate(capacity: count)
    for node in 0..<count { (nodes + node).initialize(to: Node(body: bodies[node])) }
    degrees.initialize(repeating: 0, count: count)
    shape.offsets.withUnsafeBufferPointer {
      offsets.initialize(from: $0.baseAddress!, count: count + 1)
    }
    shape.targets.withUnsafeBufferPointer { edges in
      for edge in edges.indices {
        targets[edge] = edges[edge]
        degrees[Int(edges[edge])] &+= 1
      }
    }
  }

  deinit {
    nodes.deinitialize(count: count)
    nodes.deallocate()
    offsets.deallocate()
    targets.deallocate()
    degrees.deallocate()
    missing.deallocate()
    ready.deallocate()
  }

  func run() async {
    runAll()
  }

  @inline(never)
  private func runAll() {
    missing.update(from: degrees, count: count)
    var top = 0
    for node in stride(from: count &- 1, through: 0, by: -1) where degrees[node] == 0 {
      ready[top] = Int32(truncatingIfNeeded: node)
      top &+= 1
    }
    while top > 0 {
      top &-= 1
      var node = ready[top]
      // Continues with the first successor that is ready, which is often the next in memory.
      repeat {
        nodes[Int(node)].run()
        var edge = Int(offsets[Int(node)])
        let end = Int(offsets[Int(node) &+ 1])
        node = -1
        while edge < end {
          let next = targets[edge]
          edge &+= 1
          missing[Int(next)] &-= 1
          guard missing[Int(next)] == 0 else { continue }
          if node < 0 {
            node = next
          } else {
            ready[top] = next
            top &+= 1
          }
        }
      } while node >= 0
    }
  }
}
