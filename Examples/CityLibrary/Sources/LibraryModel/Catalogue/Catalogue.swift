import Foundation
package import Stagecraft
import Synchronization

/// The titles, as a reader searches, filters and sorts them.
///
/// All 100,000 rows are in memory: `LIKE` or an index of words in the file would find them too, but
/// no list can follow the result of a query, and a scan of the folded texts takes less time than a
/// frame.
package final class Catalogue: Sendable {
  package struct Query: Hashable, Codable, Sendable {
    package var text = ""
    package var genre: Genre?
    package var isInStock = false
    /// Where a copy stands now; nil for anywhere.
    package var branch: Branch.ID?
    /// Only these, such as the reader's favourites; nil for all.
    package var among: Set<Title.ID>?
    package var order = Order.popular
    package init() {}

    /// Whether there are at most words and an order.
    package var hasNoFilter: Bool {
      var other = self
      other.removeFilters()
      return other == self
    }

    package mutating func removeFilters() {
      (genre, isInStock, branch, among) = (nil, false, nil, nil)
    }
  }

  package enum Order: String, CaseIterable, Codable, Sendable {
    case popular, title, author, newest
  }

  package let titles: TableList<Title>
  private let found: FilteredList<Title>
  /// What the query finds, in its order.
  package let shown: SortedList<Title>
  private let current = Mutex(Query())

  package init(_ titles: TableList<Title>) {
    self.titles = titles
    found = titles.list.filtered { _ in true }
    shown = found.sorted(by: Order.popular.areInIncreasingOrder)
  }

  package var query: Query { current.withLock { $0 } }

  /// Asks another question; ``shown`` answers it.
  package func show(_ query: Query) {
    let old = current.withLock { current in
      let old = current
      current = query
      return old
    }
    if old.order != query.order { shown.sort(by: query.order.areInIncreasingOrder) }
    if old != query { found.filter(by: query.filter) }
  }

  package subscript(id: Title.ID) -> Title? { titles.list.snapshot()[id: id] }
}

extension Catalogue.Order {
  var areInIncreasingOrder: @Sendable (Title, Title) -> Bool {
    switch self {
    case .popular: { $0.id < $1.id }
    case .title: { ($0.search.compareName(with: $1.search), $0.id) < (0, $1.id) }
    case .author:
      {
        let surnames = $0.search.compareSurname(with: $1.search)
        if surnames != 0 { return surnames < 0 }
        return ($0.search.compareName(with: $1.search), $0.id) < (0, $1.id)
      }
    case .newest: { ($1.year, $0.id) < ($0.year, $1.id) }
    }
  }
}

extension Catalogue.Query {
  /// Each word must be in the name or in the author.
  var filter: @Sendable (Title) -> Bool {
    let words = text.foldedForSearch.split(separator: " ").map(String.init)
    return { [genre, isInStock, branch, among] title in
      if let genre, title.genre != genre { return false }
      if isInStock, title.inStock == 0 { return false }
      if let branch, !title.stands(at: branch) { return false }
      if let among, !among.contains(title.id) { return false }
      return words.allSatisfy { title.search.includes($0) }
    }
  }
}

extension String {
  /// Without capitals and accents, so that “émile” and “Emile” find the same.
  var foldedForSearch: String {
    if utf8.allSatisfy({ $0 < 128 }) { return lowercased() }
    return folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
