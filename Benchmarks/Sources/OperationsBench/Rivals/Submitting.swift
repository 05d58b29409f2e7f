internal import Dispatch
internal import Foundation

/// Other ways to run operations that are submitted one by one.
enum Submitting {
  /// The minimum of work: closures are collected, and called in a loop.
  static func floor(_ count: Int, _ bodies: Bodies) {
    var collected: [@Sendable () -> Void] = []
    for index in 0..<count { collected.append(bodies[index]) }
    for body in collected { body() }
  }

  /// Children of a task group, all independent.
  static func taskGroup(_ count: Int, _ bodies: Bodies) async {
    await withTaskGroup { group in
      for index in 0..<count - 1 { group.addTask { [body = bodies[index]] in body() } }
      await group.waitForAll()
      // The last one stands for the join.
      bodies[count - 1]()
    }
  }

  /// A chain of tasks; each awaits the previous one.
  static func taskChain(_ count: Int, _ bodies: Bodies) async {
    var last: Task<Void, Never>?
    for index in 0..<count {
      last = Task { [body = bodies[index], last] in
        await last?.value
        body()
      }
    }
    await last?.value
  }

  /// Blocks on a concurrent queue, all independent.
  static func dispatch(_ count: Int, _ bodies: Bodies) async {
    await dispatch(to: .global(), count, bodies)
  }

  /// Blocks on a serial queue, one after the other.
  static func serialDispatch(_ count: Int, _ bodies: Bodies) async {
    await dispatch(to: DispatchQueue(label: "operations"), count, bodies)
  }

  /// Operations added one by one to Foundation's queue.
  ///
  /// `depend` may give an operation dependencies among those before it.
  static func operationQueue(
    _ count: Int, _ bodies: Bodies, width: Int? = nil,
    depend: (BlockOperation, [BlockOperation]) -> Void = { _, _ in }
  ) async {
    let queue = OperationQueue()
    if let width { queue.maxConcurrentOperationCount = width }
    var operations: [BlockOperation] = []
    for index in 0..<count {
      let operation = BlockOperation(block: bodies[index])
      depend(operation, operations)
      operations.append(operation)
      queue.addOperation(operation)
    }
    await withUnsafeContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
  }

  /// Blocks on a concurrent queue, half of them from each of two tasks.
  static func dispatchFromTwoThreads(_ count: Int, _ bodies: Bodies) async {
    let done = DispatchGroup()
    await withTaskGroup { group in
      for half in [0..<count / 2, count / 2..<count] {
        group.addTask {
          for index in half {
            DispatchQueue.global().async(group: done, execute: bodies[index])
          }
        }
      }
    }
    await withUnsafeContinuation { continuation in
      done.notify(queue: .global()) { continuation.resume() }
    }
  }

  private static func dispatch(to queue: DispatchQueue, _ count: Int, _ bodies: Bodies) async {
    let done = DispatchGroup()
    for index in 0..<count { queue.async(group: done, execute: bodies[index]) }
    await withUnsafeContinuation { continuation in
      done.notify(queue: queue) { continuation.resume() }
    }
  }
}
