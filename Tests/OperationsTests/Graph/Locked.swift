import StageFloor

/// A value behind a lock that the thread sanitizer understands.
final class Locked<Value>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var value: Value  // guard: `lock`

  init(_ value: sending Value) { self.value = value }

  deinit { lock.deallocate() }

  func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
