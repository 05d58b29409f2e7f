/// The element of all pools: an object, as in the textbook.
///
/// Its counter is in the middle of 256 bytes, so that two readers of different books never write to
/// the same pair of cache lines: otherwise the figures would measure the books and not the pools.
final class Book: @unchecked Sendable {  // guard: only its borrower touches a book
  private typealias Padding = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  private let front: Padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// Its accesses are not checked for exclusivity, because that would be part of every figure.
  @exclusivity(unchecked) var value: UInt64 = 0

  private let back: Padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  static func shelf(of count: Int) -> [Book] {
    (0..<count).map { _ in Book() }
  }
}
