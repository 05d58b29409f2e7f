import Stagecraft

/// A work of which the library has one or more copies.
package struct Title: Identifiable, Hashable, Sendable {
  package var id: Int
  package var name: String
  package var author: String
  package var year: Int
  package var genre: Genre
  package var pages: Int
  /// The mean of the reviews, in tenths of a star; 0 without reviews.
  package var rating: Int
  package var reviews: Int
  package var copies: Int
  package var lent: Int
  package var waiting: Int
  /// When the first of the lent copies is due.
  package var due: Day?
  /// The branches at which a copy stands now, one bit each.
  package var shelves = 0
  package var search: SearchText

  package var inStock: Int { max(0, copies - lent) }

  /// Whether a copy is on a shelf of a branch.
  package func stands(at branch: Branch.ID) -> Bool { shelves >> branch & 1 == 1 }

  /// The numbers of its copies.
  package var copyIDs: [Copy.ID] { copies > 0 ? (1...copies).map { id * 10 + $0 } : [] }
}

package enum Genre: String, CaseIterable, Codable, Sendable {
  case novel, mystery, science, history, poetry, children, travel
}

/// A book on a shelf, or in a reader's bag.
package struct Copy: Identifiable, Hashable, Codable, Sendable {
  package var id: Int
  package var title: Title.ID
  package var branch: Branch.ID

  /// Counted from 1 among the copies of its title.
  package var number: Int { id % 10 }
}

extension Title {
  static let format = TableRowFormat(
    columns: "id", "name", "author", "year", "genre", "pages", "rating", "reviews", "copies",
    "lent", "waiting", "due", "shelves", "search"
  ) { row throws(TableError) in
    Title(
      id: try row.value(0), name: try row.value(1), author: try row.value(2),
      year: try row.value(3), genre: Genre(rawValue: try row.value(4)) ?? .novel,
      pages: try row.value(5), rating: try row.value(6), reviews: try row.value(7),
      copies: try row.value(8), lent: try row.value(9), waiting: try row.value(10),
      due: try row.value(11, as: Int?.self).map(Day.init), shelves: try row.value(12),
      search: SearchText(try row.value(13)))
  } values: { title in
    let values: [TableValue] = [
      title.id.tableValue, title.name.tableValue, title.author.tableValue,
      title.year.tableValue, title.genre.rawValue.tableValue, title.pages.tableValue,
      title.rating.tableValue, title.reviews.tableValue, title.copies.tableValue,
      title.lent.tableValue, title.waiting.tableValue, (title.due?.number).tableValue,
      title.shelves.tableValue, title.search.text.tableValue,
    ]
    return values
  }
}
