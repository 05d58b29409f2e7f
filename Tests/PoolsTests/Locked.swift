import StageFloor

/// A value behind a lock.
final class Locked<Value: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var current: Value  // guard: `lock`

  init(_ value: Value) { current = value }

  deinit { lock.deallocate() }

  var value: Value { lock.withLock { current } }

  func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    lock.withLock { change(&current) }
  }
}
