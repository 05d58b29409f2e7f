internal import Foundation

/// What the readers themselves note about each copy: the scene believes them, not the pool.
final class Ledger: Sendable {
  /// What is noted about one copy.
  struct Card: Hashable, Sendable {
    var checkOuts = 0
    /// Who has it; nil: it is in stock.
    var reader: String?
  }

  private struct Pages {
    var cards: [Int: Card]
    var served: [String] = []
    var threads = Set<ObjectIdentifier>()
  }

  private let pages: Locked<Pages>

  /// How many copies are in readers' hands.
  let out = Gauge()

  init(copies: Int) {
    let cards = (0..<copies).map { ($0 + 1, Card()) }
    pages = Locked(Pages(cards: Dictionary(uniqueKeysWithValues: cards)))
  }

  /// Notes that a reader has a copy.
  ///
  /// - Returns: the board as it is now.
  @discardableResult
  func lent(copy: Int, to reader: Reader) -> Board {
    out.enter()
    let thread = ObjectIdentifier(Thread.current)
    return pages.withLock { pages in
      pages.cards[copy, default: Card()].checkOuts += 1
      pages.cards[copy]?.reader = reader.name
      pages.served.append(reader.name)
      pages.threads.insert(thread)
      return Board(cards: pages.cards)
    }
  }

  /// Notes that a copy goes back: just before it does.
  func returning(copy: Int) {
    pages.withLock { $0.cards[copy]?.reader = nil }
    out.leave()
  }

  /// The board as it is now.
  var board: Board { pages.withLock { Board(cards: $0.cards) } }

  /// On how many threads the readers were when they got their copies.
  var threads: Int { pages.withLock { $0.threads.count } }

  /// The readers, in the order in which they got a copy.
  var served: [String] { pages.withLock { $0.served } }
}
