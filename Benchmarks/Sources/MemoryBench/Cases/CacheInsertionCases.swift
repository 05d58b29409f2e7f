internal import Harness

extension Case {
  /// Each inserted value is new, and another must be evicted for it.
  static var cacheInsertions: [Case] {
    [
      Case("cache-insert-1t", "a cover is inserted, which evicts others") {
        [
          insertion("stagecraft", StagecraftCovers.self),
          insertion("lru", RecentCovers.self),
          // Foundation's cache keeps its entries in the order of their costs, and scans them.
          insertion("ns-cache", FoundationCovers.self),
          .onThread("floor") { times in
            var books = NewBooks()
            for _ in 0..<times { Sink.keep(Cover(books.book())) }
          },
        ]
      }
    ]
  }

  private static func insertion<Cache: CoverCache>(_ name: String, _ type: Cache.Type) -> Subject {
    let cache = Cache(limit: 100 * 1_000)
    var books = NewBooks()
    return .onThread(name) { times in
      for _ in 0..<times {
        let book = books.book()
        cache.keep(Cover(book), of: book)
      }
    }
  }
}
