internal import Dispatch

/// The textbook's pool: an array behind a serial queue, which is entered to borrow and to return.
final class DispatchQueuePool: BookPool, @unchecked Sendable {  // guard: `idle` is used on `queue`
  private let queue = DispatchQueue(label: "books")
  private var idle: [Book]

  init(_ books: [Book]) {
    idle = books
  }

  func acquire() -> Book {
    queue.sync { idle.popLast() } ?? Book()
  }

  func release(_ book: Book) {
    queue.sync { idle.append(book) }
  }

  func withBook(_ body: (inout Book) -> Void) {
    var book = acquire()
    defer { release(book) }
    body(&book)
  }
}
