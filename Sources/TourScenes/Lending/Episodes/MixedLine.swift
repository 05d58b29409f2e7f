internal import Stagecraft

/// Threads and tasks, in turn, in one line for one copy.
struct MixedLine: Sendable {
  struct Report: Sendable {
    /// Who came, in their order, and how they waited.
    let arrivals: [(reader: Reader, isThread: Bool)]
    /// The readers, in the order in which they got the copy.
    let served: [String]
    let mostOut: Int
    let stock: Stock
  }

  let readers: Int

  func run() async throws -> Report {
    let desk = LendingDesk(copies: 2)
    // One copy stays out all the time, so that there is only one order in which to be served.
    let kept = try await desk.books.lease()
    let lease = try await desk.books.lease()
    let arrivals = Reader.crowd(of: readers).enumerated().map { number, reader in
      (reader: reader, isThread: number % 2 == 0)
    }
    var visits: [Task<Visit, Never>] = []
    for (number, arrival) in arrivals.enumerated() {
      visits.append(
        arrival.isThread
          ? Task.onThread { desk.visitBlocking(arrival.reader) }
          : Task { await desk.visit(arrival.reader) })
      try await desk.untilInLine(number + 1)
    }
    lease.release()
    for visit in visits { _ = await visit.value }
    kept.release()
    return Report(
      arrivals: arrivals, served: desk.ledger.served, mostOut: desk.ledger.out.peak,
      stock: Stock(of: desk.books, owned: 2))
  }
}
