internal import Synchronization

/// The same with the standard library's own lock.
final class MutexPool: BookPool {
  private let idle: Mutex<[Book]>

  init(_ books: [Book]) {
    idle = Mutex(books)
  }

  func acquire() -> Book {
    idle.withLock { $0.popLast() } ?? Book()
  }

  func release(_ book: Book) {
    idle.withLock { $0.append(book) }
  }

  func withBook(_ body: (inout Book) -> Void) {
    var book = acquire()
    defer { release(book) }
    body(&book)
  }
}
