internal import Harness
internal import StagecraftCaches
internal import StagecraftMemory

extension Case {
  /// A caller that finds no value creates it; in ours, other callers for the same value wait for
  /// it.
  static var cacheMakings: [Case] {
    [
      Case("cache-make-hit-1t", "value(for:make:) of a cover that is present") {
        [
          makingHit("stagecraft", StagecraftCovers.self),
          makingHit("lru", RecentCovers.self),
          makingHit("ns-cache", FoundationCovers.self),
        ]
      },
      Case("cache-make-miss-1t", "value(for:make:) of a cover that is missing") {
        [
          makingMiss("stagecraft", StagecraftCovers.self),
          makingMiss("lru", RecentCovers.self),
          makingMiss("ns-cache", FoundationCovers.self),
        ]
      },
      Case("cache-fetch-hit", "await fetchValue(for:fetch:) of a cover that is present") {
        let cache = StagecraftCovers.filled(1_024).cache
        return [
          .inTask("stagecraft") { times in
            for book in 0..<times {
              _ = try await cache.fetchValue(for: book & 1_023) { Cover(book) }
            }
          }
        ]
      },
      Case("cache-fetch-miss", "await fetchValue(for:fetch:) of a cover that is missing") {
        let cache = StagecraftCovers(limit: 100_000).cache
        return [
          .inTask("stagecraft") { times in
            for book in 0..<times {
              cache.remove(book & 127)
              _ = try await cache.fetchValue(for: book & 127) { Cover(book) }
            }
          },
          .inTask("floor") { times in
            for book in 0..<times { _ = await Task { Cover(book) }.value }
          },
        ]
      },
    ]
  }

  private static func makingHit<Cache: CoverCache>(_ name: String, _ type: Cache.Type) -> Subject {
    let cache = Cache.filled(1_024)
    return .onThread(name) { times in
      for book in 0..<times { _ = try cache.cover(of: book & 1_023) { Cover(book) } }
    }
  }

  private static func makingMiss<Cache: CoverCache>(_ name: String, _ type: Cache.Type) -> Subject {
    let cache = Cache(limit: 100 * 1_000)
    var books = NewBooks()
    return .onThread(name) { times in
      for _ in 0..<times {
        let book = books.book()
        _ = try cache.cover(of: book) { Cover(book) }
      }
    }
  }
}
