import StageFloor

/// A value that is used by several threads of a test.
final class Remembered<Value: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var stored: Value  // guard: `lock`

  init(_ value: Value) { stored = value }

  deinit { lock.deallocate() }

  var value: Value { lock.withLock { stored } }

  func change(_ body: (inout Value) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&stored)
  }
}
