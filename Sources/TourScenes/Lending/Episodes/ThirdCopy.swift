internal import Stagecraft

/// All copies are out, readers wait, and the library buys a third.
struct ThirdCopy: Sendable {
  struct Report: Sendable {
    /// Who came first, and so waited longest.
    let longestWaiter: Reader
    let visits: [Visit]
    /// The readers, in the order in which they got a copy.
    let served: [String]
    /// From buying the third copy until the longest waiter held one.
    let delay: Duration
    let stock: Stock
  }

  let readers: Int

  func run() async throws -> Report {
    let desk = LendingDesk(copies: 2)
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let crowd = Reader.crowd(of: readers)
    var tasks: [Task<Visit, Never>] = []
    for (number, reader) in crowd.enumerated() {
      tasks.append(Task { await desk.visit(reader) })
      try await desk.untilInLine(number + 1)
    }
    let bought = ContinuousClock.now
    desk.books.add(Book(copy: 3))
    var visits: [Visit] = []
    for task in tasks { visits.append(await task.value) }
    first.release()
    second.release()
    return Report(
      longestWaiter: crowd[0], visits: visits, served: desk.ledger.served,
      delay: visits[0].answered - bought, stock: Stock(of: desk.books, owned: 3))
  }
}
