internal import Harness

/// A cache of covers, by book.
protocol CoverCache: Sendable {
  /// A cache that keeps about the given number of bytes.
  init(limit: Int)

  func cover(of book: Int) -> Cover?
  func keep(_ cover: Cover, of book: Int)
  func cover(of book: Int, make: () -> Cover) throws -> Cover
}

extension CoverCache {
  /// A cache that contains the first `count` books.
  static func filled(_ count: Int) -> Self {
    let cache = Self(limit: 400 * count)
    for book in 0..<count { cache.keep(Cover(book), of: book) }
    return cache
  }

  /// Looks up covers that are present: their number is a power of two, and they are in no obvious
  /// order.
  func find(times: Int, among books: Int) {
    var found = 0
    var book = 0
    for _ in 0..<times {
      book = (book &+ 7_919) & (books - 1)
      if cover(of: book) != nil { found += 1 }
    }
    Sink.keep(found)
  }
}

/// Numbers of books that were never requested before.
struct NewBooks {
  private var next = 1 << 20

  mutating func book() -> Int {
    next += 1
    return next
  }
}
