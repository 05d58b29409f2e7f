internal import Foundation

/// The classic monitor: a thread that finds no book sleeps on a condition until one is returned.
final class ConditionPool: BookPool, @unchecked Sendable {  // guard: `condition`, for `idle`
  private let condition = NSCondition()
  private var idle: [Book]

  init(_ books: [Book]) {
    idle = books
  }

  func acquire() -> Book {
    condition.lock()
    while idle.isEmpty { condition.wait() }
    let book = idle.removeLast()
    condition.unlock()
    return book
  }

  func release(_ book: Book) {
    condition.lock()
    idle.append(book)
    condition.unlock()
    // After the unlock: the woken thread finds the lock free.
    condition.signal()
  }

  func withBook(_ body: (inout Book) -> Void) {
    var book = acquire()
    defer { release(book) }
    body(&book)
  }
}
