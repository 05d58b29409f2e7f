#if SQLite || PostgreSQL
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The standard `Mutex` hands itself over to its waiters on Linux, which is slow when many threads
/// meet on it, and the thread sanitizer does not see it.
package final class Locked<Value: Sendable>: @unchecked Sendable {  // guard: `mutex`
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    let error = pthread_mutex_init(mutex, nil)
    precondition(error == 0, "The system gave no lock: \(systemMessage(error)).")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
#endif
