/// A typical hand-written pool for tasks: an actor with an array, and a line of waiters.
///
/// It has FIFO order, and removes cancelled waiters. Removal takes constant time: the line keeps a
/// number without a waiter.
actor ActorPool {
  private var idle: [Book]
  private var waiting: [Int: CheckedContinuation<Book, any Error>] = [:]
  /// The numbers of the waiters, from `head` on; some may have been removed.
  private var line: [Int] = []
  private var head = 0
  private var lastNumber = 0

  init(_ books: [Book]) {
    idle = books
  }

  var waitingCount: Int { waiting.count }

  func acquire() async throws -> Book {
    if let book = idle.popLast() { return book }
    lastNumber += 1
    let number = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A cancellation after this check finds the continuation in place: its handler has to enter
        // the actor first.
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting[number] = continuation
          line.append(number)
        }
      }
    } onCancel: {
      Task { await self.leaveLine(number) }
    }
  }

  func release(_ book: Book) {
    if let next = popNext() {
      next.resume(returning: book)
    } else {
      idle.append(book)
    }
  }

  private func leaveLine(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }

  private func popNext() -> CheckedContinuation<Book, any Error>? {
    while head < line.count {
      let number = line[head]
      head += 1
      if head > 64, head * 2 > line.count {
        line.removeFirst(head)
        head = 0
      }
      if let continuation = waiting.removeValue(forKey: number) { return continuation }
    }
    return nil
  }
}
