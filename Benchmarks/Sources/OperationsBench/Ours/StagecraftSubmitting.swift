internal import CHarness
internal import Harness
internal import StagecraftOperations

/// Stagecraft's manager, with operations that are submitted one by one.
///
/// A new manager each time, as the competitors have new queues and groups.
enum StagecraftSubmitting {
  private static let exclusive = OperationCategory("exclusive", limit: 1)

  /// Operations without dependencies.
  static func independent(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("independent")
    submit(0..<count, bodies, to: manager)
    try await manager.waitUntilIdle()
  }

  /// A manager that has run operations and has none left.
  static func manager(_ count: Int, _ bodies: Bodies) async throws -> some Sendable {
    let manager = OperationManager("used")
    submit(0..<count, bodies, to: manager)
    try await manager.waitUntilIdle()
    return manager
  }

  /// Independent operations, half of them from each of two tasks.
  static func fromTwoThreads(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("two threads")
    await withTaskGroup { group in
      for half in [0..<count / 2, count / 2..<count] {
        group.addTask { submit(half, bodies, to: manager) }
      }
    }
    try await manager.waitUntilIdle()
  }

  /// A chain of operations; each requires the previous one.
  static func chain(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("chain")
    let first = bodies.cell(0)
    var last = manager.submit { first.increment() }
    for index in 1..<count {
      let cell = bodies.cell(index)
      last = manager.submit(after: last) { _ in cell.increment() }
    }
    try await manager.waitUntilIdle()
  }

  /// Operations in a category with one slot.
  static func category(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("category")
    let options = OperationOptions(categories: [exclusive])
    for index in 0..<count {
      let cell = bodies.cell(index)
      manager.submit(options) { cell.increment() }
    }
    try await manager.waitUntilIdle()
  }

  /// Operations defined as a type.
  static func types(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("types")
    for index in 0..<count { manager.submit(Increment(cell: bodies.cell(index))) }
    try await manager.waitUntilIdle()
  }

  private struct Increment: AsyncOperation {
    let cell: Cell

    func run(_ context: OperationContext) async throws { cell.increment() }
  }

  /// Operations with a condition that always holds.
  static func condition(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("condition")
    let always = OperationCondition<Void>("always") { _ in .proceed }
    for index in 0..<count {
      let cell = bodies.cell(index)
      manager.submit(conditions: [always]) { cell.increment() }
    }
    try await manager.waitUntilIdle()
  }

  static func observed(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("observed")
    let token = manager.observe { _ in }
    submit(0..<count, bodies, to: manager)
    try await manager.waitUntilIdle()
    token.cancel()
  }

  /// Operations whose bodies see the task-local values of the submitter.
  static func inheriting(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("inheriting")
    var options = OperationOptions()
    options.inheritsTaskLocals = true
    for index in 0..<count {
      let cell = bodies.cell(index)
      manager.submit(options) { cell.increment() }
    }
    try await manager.waitUntilIdle()
  }

  /// Cancels all operations of a suspended manager, and returns how long that took.
  static func cancelAll(_ count: Int, _ bodies: Bodies) async throws -> Int64 {
    let manager = OperationManager("cancelled")
    manager.suspend()
    submit(0..<count, bodies, to: manager)
    let stopwatch = Stopwatch()
    manager.cancelAll()
    let nanoseconds = stopwatch.nanoseconds
    try await manager.waitUntilIdle()
    return nanoseconds
  }

  /// The memory of a pending operation, if the system reports it.
  static func pendingBytes(_ count: Int) async -> Double? {
    let bodies = Bodies(count)
    let manager = OperationManager("pending")
    manager.suspend()
    let before = bench_heap_in_use()
    submit(0..<count, bodies, to: manager)
    let added = bench_heap_in_use() - before
    manager.cancelAll()
    return before < 0 ? nil : Double(added) / Double(count)
  }

  /// Operations; the last requires all others.
  static func join(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("join")
    let end = bodies.cell(count - 1)
    let last = manager.prepare { end.increment() }
    for index in 0..<count - 1 {
      let cell = bodies.cell(index)
      try last.addDependency(manager.submit { cell.increment() })
    }
    last.submit()
    try await manager.waitUntilIdle()
  }

  /// The same with the others as an array, whose values the last receives.
  static func arrayJoin(_ count: Int, _ bodies: Bodies) async throws {
    let manager = OperationManager("join")
    let others = (0..<count - 1).map { index in
      let cell = bodies.cell(index)
      return manager.submit { cell.increment() }
    }
    let end = bodies.cell(count - 1)
    manager.submit(after: others) { (_: [Void]) in end.increment() }
    try await manager.waitUntilIdle()
  }

  private static func submit(_ range: Range<Int>, _ bodies: Bodies, to manager: OperationManager) {
    for index in range {
      let cell = bodies.cell(index)
      manager.submit { cell.increment() }
    }
  }
}
