internal import Dispatch

/// The textbook's repair: a semaphore counts the copies, a queue guards the array.
final class SemaphorePool: @unchecked Sendable {  // guard: `shelf` is used on `queue`
  private let queue = DispatchQueue(label: "books")
  private let available = DispatchSemaphore(value: 0)
  private var shelf: [Book]

  init(_ books: [Book]) {
    shelf = books
    // Signalled rather than created with this value: a semaphore that is dropped with less than it
    // began with traps.
    for _ in books { available.signal() }
  }

  /// Blocks the thread until there is a copy, for however long that takes.
  @available(*, noasync)
  func acquire() -> Book {
    available.wait()
    return queue.sync { shelf.removeFirst() }
  }

  func release(_ book: Book) {
    queue.sync { shelf.append(book) }
    available.signal()
  }

  /// How many copies are on the shelf.
  var count: Int { queue.sync { shelf.count } }
}
