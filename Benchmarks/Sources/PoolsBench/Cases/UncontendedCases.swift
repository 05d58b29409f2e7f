internal import Harness
internal import StagecraftPools

extension Case {
  /// One thread, and always an idle book: the cost of the pool itself.
  static var uncontended: [Case] {
    [
      uncontended("elastic-1t", "withElement of an elastic pool, one thread") {
        ElasticScope(pool: .ofBooks()).onThread("stagecraft")
      },
      uncontended("elastic-lease-1t", "lease() of an elastic pool, one thread") {
        ElasticLease(pool: .ofBooks()).onThread("stagecraft")
      },
      uncontended("bounded-1t", "withElementBlocking of a bounded pool of 16, one thread") {
        BoundedScope(pool: try .ofBooks(16)).onThread("stagecraft")
      },
      uncontended("bounded-lease-1t", "leaseBlocking() of a bounded pool of 16, one thread") {
        BoundedLease(pool: try .ofBooks(16)).onThread("stagecraft")
      },
    ]
  }

  /// The cost of observing.
  static var watched: [Case] {
    [
      Case("timing-on-1t", "as bounded-1t, and every wait and hold is timed") {
        [
          BoundedScope(pool: try .ofBooks(16, .timed)).onThread("stagecraft"),
          BoundedScope(pool: try .ofBooks(16)).onThread("stagecraft-timing-off"),
          FloorPool().onThread("floor"),
        ]
      },
      Case("elastic-observed-1t", "as elastic-1t, with an observer") {
        [
          ObservedElasticScope.ofBooks().onThread("stagecraft"),
          ElasticScope(pool: .ofBooks()).onThread("stagecraft-unobserved"),
          FloorPool().onThread("floor"),
        ]
      },
    ]
  }

  private static func uncontended(
    _ name: String, _ about: String, stagecraft: @escaping () throws -> Subject
  ) -> Case {
    Case(name, about, textbook: "textbook-dispatch-queue") {
      let books = Book.shelf(of: 16)
      return [
        try stagecraft(),
        FloorPool().onThread("floor"),
        DispatchQueuePool(books).onThread("textbook-dispatch-queue"),
        NSLockPool(books).onThread("textbook-nslock"),
        MutexPool(books).onThread("stdlib-mutex"),
      ] + ConcurrentBag.subjects()
    }
  }
}
