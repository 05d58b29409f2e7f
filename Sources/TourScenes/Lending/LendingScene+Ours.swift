extension LendingScene {
  /// Ours: the same twenty readers at a bounded pool.
  @MainActor
  func playOurs(_ narrator: Narrator) async -> LendingDay.Report {
    narrator.chapter("Ours: BoundedPool(lending: books)")
    narrator.show([
      "let lease = try await books.lease()   // waits in line, first come, first served",
      "await reader.read(lease.element)",
      "// the end of the lease is the return, on every path",
    ])
    let (boards, desk) = AsyncStream.makeStream(of: Board.self)
    async let day = playDay(announcingAt: desk)
    await showBoard(boards, on: narrator, copies: 2, loans: 20)
    let report = await day

    let waits = report.waits
    narrator.say(
      """
      Waits from asking to getting: longest \((waits.max() ?? .zero).reading), mean \
      \(waits.mean.reading). All the readers together ran on \(report.threads) \
      \(report.threads == 1 ? "thread" : "threads"): while they wait they need none.
      """)
    narrator.promise(
      """
      The check-outs of the copies add up: \(report.board.checkOuts) on the board, \
      \(report.stock.checkOuts) stamped into the copies.
      """, isKept: report.board.checkOuts == 20 && report.stock.checkOuts == 20)
    narrator.promise(
      "Every reader was served once: \(report.served.count) loans to "
        + "\(Set(report.served).count) readers.",
      isKept: report.served.count == 20 && Set(report.served).count == 20)
    narrator.promise(
      "Never more than 2 copies were out: at most \(report.mostOut), counted by the readers.",
      isKept: report.mostOut <= 2)
    narrator.promiseAllInStock(report.stock)
    return report
  }

  private func playDay(
    announcingAt desk: AsyncStream<Board>.Continuation
  ) async -> LendingDay.Report {
    defer { desk.finish() }
    return await LendingDay(copies: 2, readers: 20).run { desk.yield($0) }
  }

  /// Prints the board as it changes: at the beginning, in the middle, at the end.
  @MainActor
  private func showBoard(
    _ boards: AsyncStream<Board>, on narrator: Narrator, copies: Int, loans: Int
  ) async {
    narrator.show(Board.heading(copies: copies))
    let moments: Set = [1, copies, loans / 4, loans / 2, loans * 3 / 4, loans]
    for await board in boards {
      let isOver = board.cards.values.allSatisfy { $0.reader == nil }
      if isOver || moments.contains(board.checkOuts) { narrator.show(board.line) }
    }
  }
}
