internal import Foundation

/// The textbook's way: Foundation's `OperationQueue` and its dependencies.
///
/// Its operations run once, so it is measured only where a graph is built for each run. On Linux it
/// scans all waiting operations for each one that is added and each one that ends: the time for one
/// operation grows with their number, so it is measured only with few of them.
struct OperationQueueGraph: BenchGraph, @unchecked Sendable {  // guard: run by one task at a time
  private let operations: [BlockOperation]
  private let queue = OperationQueue()

  /// - Parameters:
  ///   - shape: The dependencies of the operations.
  ///   - bodies: The work of the operations.
  ///   - width: The number of operations that may run at the same time; nil for the default.
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

  /// A separate function, because Foundation makes the call unavailable in asynchronous code, even
  /// if it does not wait.
  private func enqueueAll() {
    queue.addOperations(operations, waitUntilFinished: false)
  }
}
