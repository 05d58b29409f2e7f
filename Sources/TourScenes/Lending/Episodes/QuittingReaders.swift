internal import Stagecraft

/// All copies are out, and every other reader in line gives up.
struct QuittingReaders: Sendable {
  struct Report: Sendable {
    let quitters: [Visit]
    let stayed: [Visit]
    /// How many were in line before and after the others gave up.
    let inLine: (before: Int, after: Int)
    let stock: Stock
  }

  let readers: Int

  func run() async throws -> Report {
    let desk = LendingDesk(copies: 2)
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let tasks = Reader.crowd(of: readers).map { reader in Task { await desk.visit(reader) } }
    try await desk.untilInLine(readers)
    let before = desk.books.snapshot.waiting

    var quitters: [Visit] = []
    for task in tasks.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
      task.cancel()
      quitters.append(await task.value)
    }
    let after = desk.books.snapshot.waiting
    first.release()
    second.release()
    var stayed: [Visit] = []
    for task in tasks.enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
      stayed.append(await task.value)
    }
    return Report(
      quitters: quitters, stayed: stayed, inLine: (before, after),
      stock: Stock(of: desk.books, owned: 2))
  }
}
