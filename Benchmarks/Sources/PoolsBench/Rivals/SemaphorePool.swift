internal import Dispatch

/// The textbook's pool with a capacity: a semaphore counts the books, a queue guards the array.
final class SemaphorePool: BookPool, @unchecked Sendable {  // guard: `idle` is used on `queue`
  private let queue = DispatchQueue(label: "books")
  private let available: DispatchSemaphore
  private var idle: [Book]

  init(_ books: [Book]) {
    available = DispatchSemaphore(value: 0)
    idle = books
    // Signalled instead of created with this value, because a semaphore that is released below its
    // initial value traps.
    for _ in books { available.signal() }
  }

  func acquire() -> Book {
    available.wait()
    return queue.sync { idle.removeLast() }
  }

  func release(_ book: Book) {
    queue.sync { idle.append(book) }
    available.signal()
  }

  func withBook(_ body: (inout Book) -> Void) {
    var book = acquire()
    defer { release(book) }
    body(&book)
  }
}
