internal import Harness
internal import StagecraftPools

extension Case {
  /// More borrowers than books; each keeps its book for a microsecond.
  ///
  /// The floor is the hold itself: the books are never idle.
  static var saturated: [Case] {
    [1, 2].flatMap { books in [2, 4, 8].map { saturated(threads: $0, books: books) } }
      + [saturated(threads: 4, books: 3), saturated(threads: 8, books: 3)]
      + [
        saturated(tasks: 2, books: 1), saturated(tasks: 8, books: 1), saturated(tasks: 8, books: 2),
      ]
  }

  private static func saturated(threads: Int, books: Int) -> Case {
    Case(
      "saturated-\(threads)t-\(books)", "threads: \(threads), books: \(books), hold: 1 us",
      textbook: "textbook-semaphore"
    ) {
      let shelf = Book.shelf(of: books)
      let hold = BusyHold.microsecond
      func compete(_ pool: some BookPool, _ name: String) -> Subject {
        pool.onThreads(name, count: threads, holding: hold)
      }
      return [
        compete(BoundedScope(pool: try .ofBooks(books)), "stagecraft"),
        compete(BoundedScope(pool: try .ofBooks(books, .strict)), "stagecraft-strict"),
        .known("floor", nanoseconds: 1_000 / Double(books)),
        compete(SemaphorePool(shelf), "textbook-semaphore"),
        compete(ConditionPool(shelf), "condition-variable"),
      ] + ConcurrentBag.subjects(threads: threads, objects: books, hold: 1_000)
    }
  }

  private static func saturated(tasks: Int, books: Int) -> Case {
    Case(
      "saturated-\(tasks)task-\(books)", "tasks: \(tasks), books: \(books), hold: 1 us",
      textbook: "actor-pool"
    ) {
      let hold = BusyHold.microsecond
      let pool = try BoundedPool.ofBooks(books)
      let rival = ActorPool(Book.shelf(of: books))
      let queue = QueuePool(Book.shelf(of: books))
      return [
        .inTasks("stagecraft", count: tasks) {
          try await Visitor.lease(from: pool, times: $0, holding: hold)
        },
        .known("floor", nanoseconds: 1_000 / Double(books)),
        .inTasks("actor-pool", count: tasks) {
          try await Visitor.acquire(from: rival, times: $0, holding: hold)
        },
        .inTasks("queue-pool", count: tasks) {
          try await Visitor.acquire(from: queue, times: $0, holding: hold)
        },
      ]
    }
  }
}
