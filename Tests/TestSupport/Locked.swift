import StageFloor

/// A value behind a lock that, unlike `Mutex`, the thread sanitizer understands.
package final class Locked<Value>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var current: Value  // guard: `lock`

  package init(_ value: sending Value) { current = value }

  deinit { lock.deallocate() }

  package func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&current)
  }
}

extension Locked where Value: Sendable {
  package var value: Value { withLock { $0 } }

  @discardableResult
  package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    withLock { change(&$0) }
  }
}
