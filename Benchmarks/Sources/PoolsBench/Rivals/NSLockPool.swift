internal import Foundation

/// A typical hand-written pool: an array behind a lock.
///
/// Creates a book when none is idle.
final class NSLockPool: BookPool, @unchecked Sendable {  // guard: `idle` is used under `lock`
  private let lock = NSLock()
  private var idle: [Book]

  init(_ books: [Book]) {
    idle = books
  }

  func acquire() -> Book {
    lock.lock()
    let book = idle.popLast()
    lock.unlock()
    return book ?? Book()
  }

  func release(_ book: Book) {
    lock.lock()
    idle.append(book)
    lock.unlock()
  }

  func withBook(_ body: (inout Book) -> Void) {
    var book = acquire()
    defer { release(book) }
    body(&book)
  }
}
