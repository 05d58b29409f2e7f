internal import Foundation

/// A typical hand-written pool with keys: a dictionary of arrays behind a lock.
final class KeyedLockPool: BookPool, @unchecked Sendable {  // guard: `idle` is used under `lock`
  private let lock = NSLock()
  private var idle: [Int: [Book]] = [:]
  private let key: Int

  /// Creates a pool with a book for each of some keys, of which one is measured.
  init(keys: Int, measured key: Int) {
    self.key = key
    for key in 0..<keys { idle[key] = [Book()] }
  }

  func withBook(_ body: (inout Book) -> Void) {
    lock.lock()
    var book = idle[key]?.popLast() ?? Book()
    lock.unlock()
    defer {
      lock.lock()
      idle[key, default: []].append(book)
      lock.unlock()
    }
    body(&book)
  }
}
