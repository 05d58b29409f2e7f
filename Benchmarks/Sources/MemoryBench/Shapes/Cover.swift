/// The values in the caches of a benchmark.
///
/// An object, because `NSCache` holds nothing else.
final class Cover: Sendable {
  let book: Int
  let bytes: Int

  init(_ book: Int) {
    self.book = book
    bytes = Self.size(of: book)
  }

  /// Between 50 and 150, depending on the book.
  static func size(of book: Int) -> Int { 50 + book &* 7_919 % 101 }
}
