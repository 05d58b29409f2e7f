internal import Foundation

/// A value behind a lock.
///
/// Why not the standard library's `Mutex`: on Linux the thread sanitizer cannot see that it locks,
/// and the scenes are tested under it.
final class Locked<Value: Sendable>: @unchecked Sendable {  // guard: `value` is used under `lock`
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
