internal import Harness
internal import StagecraftPools

extension Case {
  /// Several threads and more books than threads: no thread waits for a book, only for the pool.
  static var threads: [Case] {
    [1, 2, 4, 8].map { count in
      Case(
        "bounded-\(count)t-16", "threads: \(count), books: 16, no hold",
        textbook: "textbook-dispatch-queue"
      ) {
        let books = Book.shelf(of: 16)
        return [
          BoundedScope(pool: try .ofBooks(16)).onThreads("stagecraft", count: count),
          DispatchQueuePool(books).onThreads("textbook-dispatch-queue", count: count),
          SemaphorePool(books).onThreads("textbook-semaphore", count: count),
          NSLockPool(books).onThreads("textbook-nslock", count: count),
        ] + ConcurrentBag.subjects(threads: count)
      }
    }
  }
}
