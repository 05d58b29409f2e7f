/// A value with a lock of its own.
///
/// ``LockWord`` says what the lock costs, and how short it must be held. Objects of the user's are
/// taken out of the value, and released after the lock.
@frozen
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable {
  @usableFromInline let lock: LockWord
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    lock = LockWord()
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    lock.deallocate()
  }

  @inlinable
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}

// guard: the value is only accessed while holding the lock
extension Guarded: @unchecked Sendable where Value: ~Copyable {}

extension Guarded where Value: Sendable {
  package var copy: Value { withLock { $0 } }
}

extension Guarded where Value: ~Copyable {
  package borrowing func exchange(_ new: consuming sending Value) -> sending Value {
    lock.lock()
    defer { lock.unlock() }
    let old = value.move()
    value.initialize(to: new)
    return old
  }
}
