internal import Foundation

/// Foundation's cache.
final class FoundationCovers: CoverCache, @unchecked Sendable {  // guard: `NSCache`
  private let cache = NSCache<NSNumber, Cover>()

  init(limit: Int) { cache.totalCostLimit = limit }

  func cover(of book: Int) -> Cover? { cache.object(forKey: book as NSNumber) }

  func keep(_ cover: Cover, of book: Int) {
    cache.setObject(cover, forKey: book as NSNumber, cost: cover.bytes)
  }

  func cover(of book: Int, make: () -> Cover) throws -> Cover {
    if let cover = cover(of: book) { return cover }
    let cover = make()
    keep(cover, of: book)
    return cover
  }
}
