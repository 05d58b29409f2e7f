internal import Foundation

/// The textbook's way: Foundation's `OperationQueue` and its dependencies.
///
/// Its operations run once, so it takes part only where a graph is built for each run. On Linux it
/// scans all waiting operations for each one that is added and each one that ends: the time for one
/// operation grows with their number, and it takes part only with few of them.
struct OperationQueueGraph: BenchGraph, @unchecked Sendable {  // guard: run by one task at a time
  private let operations: [BlockOperation]
  private let queue = OperationQueue()

  /// - Parameters:
  ///   - shape: The dependencies of the operations.
  ///   - bodies: The work of the operations.
  ///   - width: How many may run at once; nil for the default, as the textbook has it.
  init(_ shape: Shape, _ bodies: Bodies, width: Int?) {
    if let width { queue.maxConcurrentOperationCount = width }
    var operations: [BlockOperation] = []
    for node in 0..<shape.nodeCount {
      let operation = BlockOperation(block: bodies[node])
      for before in shape.predecessors(of: node) {
        operation.addDependency(operations[Int(before)])
      }
      operations.append(operation)
    }
    self.operations = operations
  }

  func run() async {
    enqueueAll()
    await withUnsafeContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
  }

  /// A function of its own because Foundation makes the call unavailable in asynchronous code,
  /// waiting or not.
  private func enqueueAll() {
    queue.addOperations(operations, waitUntilFinished: false)
  }
}
