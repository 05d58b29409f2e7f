internal import Harness

extension Case {
  /// Hits.
  static var cacheHits: [Case] {
    [1, 2].map { threads in
      Case("cache-hit-\(threads)t", "a cover is found among \(books), threads: \(threads)") {
        [
          hit("stagecraft", StagecraftCovers.self, threads),
          hit("lru", RecentCovers.self, threads),
          hit("ns-cache", FoundationCovers.self, threads),
        ]
      }
    }
  }

  private static let books = 1_024

  private static func hit<Cache: CoverCache>(
    _ name: String, _ type: Cache.Type, _ threads: Int
  ) -> Subject {
    let cache = Cache.filled(books)
    return .onThreads(name, count: threads) { cache.find(times: $0, among: books) }
  }
}
