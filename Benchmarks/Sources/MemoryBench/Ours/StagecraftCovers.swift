internal import StagecraftCaches
internal import StagecraftMemory

/// Stagecraft's cache.
struct StagecraftCovers: CoverCache {
  let cache: PurgeableCache<Int, Cover>

  init(limit: Int) {
    cache = PurgeableCache("covers", limit: limit, under: nil) { $0.bytes }
  }

  func cover(of book: Int) -> Cover? { cache[book] }
  func keep(_ cover: Cover, of book: Int) { cache.insert(cover, for: book) }

  func cover(of book: Int, make: () -> Cover) throws -> Cover {
    try cache.value(for: book, make: make)
  }
}
