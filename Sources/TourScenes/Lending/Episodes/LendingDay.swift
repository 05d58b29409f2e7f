internal import Stagecraft

/// A day at the desk: all readers come at once.
struct LendingDay: Sendable {
  struct Report: Sendable {
    let visits: [Visit]
    let served: [String]
    let mostOut: Int
    /// How many threads all the readers ran on.
    let threads: Int
    let board: Board
    let stock: Stock

    /// How long the readers waited.
    var waits: [Duration] { visits.map(\.waited) }
  }

  let copies: Int
  let readers: Int

  /// Plays the day.
  ///
  /// - Parameter announce: gets the board each time a copy was lent, and once at the end.
  /// - Returns: how the day went.
  func run(announcing announce: @escaping @Sendable (Board) -> Void) async -> Report {
    let desk = LendingDesk(copies: copies)
    let visits = await withTaskGroup(of: Visit.self) { group in
      for reader in Reader.crowd(of: readers) {
        group.addTask { await desk.visit(reader, noticing: announce) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let board = desk.ledger.board
    announce(board)
    return Report(
      visits: visits, served: desk.ledger.served, mostOut: desk.ledger.out.peak,
      threads: desk.ledger.threads, board: board, stock: Stock(of: desk.books, owned: copies))
  }
}
