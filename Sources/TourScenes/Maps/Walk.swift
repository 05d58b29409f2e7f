/// The pages a user turns to, one after the other.
struct Walk: Sendable {
  /// The numbers of the pages, from 1.
  let pages: [Int]

  /// How often a page is turned.
  var turns: Int { pages.count - 1 }

  /// How many different pages are seen.
  var variety: Int { Set(pages).count }

  init(_ pages: [Int]) { self.pages = pages }

  /// The first `turns` turns of it.
  func prefix(turns: Int) -> Walk { Walk(Array(pages.prefix(turns + 1))) }

  /// Fifty turns, back and forth, as one pages: a look ahead, a look back, and on.
  static let fiftyTurns = Walk([
    1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 3, 2, 3, 4, 5, 6, 5, 6, 7, 6, 5, 4, 5, 6, 7,
    8, 7, 8, 7, 6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 2, 3, 4, 3, 2, 1, 2, 1,
  ])
}
