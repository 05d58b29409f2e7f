internal import Foundation

/// A careful hand-written pool for tasks: a queue of continuations behind a lock.
///
/// It has FIFO order, and removes cancelled waiters. Nothing is allocated for a waiter but a place in
/// the queue; only a cancellation searches the queue.
final class QueuePool: @unchecked Sendable {  // guard: `lock`, for everything else
  private struct Waiter {
    var number: Int
    /// Nil once it has been served or cancelled.
    var continuation: UnsafeContinuation<Book?, Never>?
  }

  private let lock = NSLock()
  private var idle: [Book]
  /// The waiters, from `head` on; some may have been cancelled.
  private var line: [Waiter] = []
  private var head = 0
  private var lastNumber = 0
  /// Waiters that were cancelled before they joined the line.
  private var cancelledEarly: Set<Int> = []

  init(_ books: [Book]) {
    idle = books
  }

  var waitingCount: Int { lock.withLock { line.count - head } }

  func acquire() async throws -> Book {
    let (idleBook, number) = takeOrNumber()
    if let idleBook { return idleBook }
    let book = await withTaskCancellationHandler {
      await withUnsafeContinuation { join(number, $0) }
    } onCancel: {
      leave(number)
    }
    guard let book else { throw CancellationError() }
    return book
  }

  func release(_ book: Book) {
    lock.lock()
    while head < line.count {
      let continuation = line[head].continuation.take()
      head += 1
      if head > 64, head * 2 > line.count {
        line.removeFirst(head)
        head = 0
      }
      guard let continuation else { continue }
      lock.unlock()
      continuation.resume(returning: book)
      return
    }
    idle.append(book)
    lock.unlock()
  }

  private func takeOrNumber() -> (Book?, Int) {
    lock.lock()
    defer { lock.unlock() }
    if head == line.count, let book = idle.popLast() { return (book, 0) }
    lastNumber += 1
    return (nil, lastNumber)
  }

  private func join(_ number: Int, _ continuation: UnsafeContinuation<Book?, Never>) {
    lock.lock()
    var book: Book?
    let isCancelled = cancelledEarly.remove(number) != nil
    if !isCancelled {
      book = head == line.count ? idle.popLast() : nil
      if book == nil {
        line.append(Waiter(number: number, continuation: continuation))
        lock.unlock()
        return
      }
    }
    lock.unlock()
    continuation.resume(returning: book)
  }

  private func leave(_ number: Int) {
    lock.lock()
    var continuation: UnsafeContinuation<Book?, Never>?
    if let index = line[head...].firstIndex(where: { $0.number == number }) {
      continuation = line[index].continuation.take()
    } else {
      cancelledEarly.insert(number)
    }
    lock.unlock()
    continuation?.resume(returning: nil)
  }
}
