extension OrdersScene {
  /// How it went with ours.
  struct Ours: Sendable {
    /// The threads waited for the screen now and then.
    let paced: BusyDesk.Report
    /// They did not.
    let hurried: BusyDesk.Report
  }

  /// Ours: eight threads, and a presenter.
  @MainActor
  func playOurs(_ narrator: Narrator) async -> Ours {
    narrator.chapter("Ours: LiveList and ListPresenter")
    narrator.show([
      "orders.update(order.id) { $0.state = .ready }      // on any thread, by identity",
      "",
      "let presenter = ListPresenter(orders)              // on the main actor",
      "presenter.attach(to: adapter)                      // it answers all the table asks",
    ])
    narrator.say(
      """
      Six threads add, advance, move and remove orders; two more are always after the same one. \
      What the user sees meanwhile:
      """)
    let paced = await play(
      BusyDesk(
        orders: extent.orders, edits: extent.pacedEdits, contests: extent.contests, isPaced: true),
      narrator)
    narrator.say("The same again, and no thread waits for anything:")
    let hurried = await play(
      BusyDesk(
        orders: extent.orders, edits: extent.hurriedEdits, contests: extent.contests,
        isPaced: false),
      narrator)
    show(paced, hurried, on: narrator)
    narrator.promise(
      """
      Few edits at a time are shown one by one: with pauses there were \(paced.screen.batches) \
      batches, and \(paced.screen.reloads) reloads.
      """,
      isKept: paced.screen.batches > paced.screen.reloads)
    promise(narrator, paced, "With pauses")
    promise(narrator, hurried, "In a hurry")
    return Ours(paced: paced, hurried: hurried)
  }

  @MainActor
  private func play(_ desk: BusyDesk, _ narrator: Narrator) async -> BusyDesk.Report {
    let painter = WindowPainter(on: narrator, at: [desk.attempts / 4, desk.attempts / 2])
    var last: DeskWindow?
    let report = await desk.run { window in
      painter.paint(window)
      last = window
    }
    if let last { painter.finish(last) }
    return report
  }

  @MainActor
  private func show(
    _ paced: BusyDesk.Report, _ hurried: BusyDesk.Report, on narrator: Narrator
  ) {
    var table = Table("eight threads", "with pauses", "in a hurry")
    func add(_ name: String, _ figure: (BusyDesk.Report) -> String) {
      table.add(name, figure(paced), figure(hurried))
    }
    add("edits accepted") { $0.accepted.grouped }
    add("refused: the order was gone") { $0.refused.grouped }
    add("edits per second") { $0.rate.grouped }
    add("turns of the main actor") { $0.screen.turns.grouped }
    add("  batches") { $0.screen.batches.grouped }
    add("  new content only") { $0.screen.updates.grouped }
    add("  reloads") { $0.screen.reloads.grouped }
    add("edits merged into a turn, mean") { Int($0.screen.meanMerged.rounded()).grouped }
    add("edits in line for a turn, at most") { $0.screen.mostMerged.grouped }
    add("edits made during a turn, at most") { $0.screen.mostMissed.grouped }
    add("longest turn, by the clock") { $0.screen.longestTurn.wall.reading }
    add("longest turn, processor time") { $0.screen.longestTurn.processor.reading }
    add("longest turn without the table's share") { $0.screen.longestOwnShare.processor.reading }
    narrator.show(table)
    narrator.say(
      """
      The table's own share is large because it believes nothing: it compares all its rows before \
      and after each batch. A turn takes longer by the clock than in processor time when the \
      threads have the processors meanwhile. In a hurry nobody waits for the screen: what is \
      edited during a turn comes with the next, however much it is.
      """)
  }

  @MainActor
  private func promise(_ narrator: Narrator, _ report: BusyDesk.Report, _ pace: String) {
    let screen = report.screen
    narrator.promise(
      """
      \(pace): \(screen.violations.count) violations of the table's rules in \
      \(screen.turns.grouped) turns, and the user saw other rows than the presenter has \
      \(screen.differences) times.
      """, isKept: screen.violations.isEmpty && screen.differences == 0 && screen.turns > 0)
    narrator.promise(
      """
      \(pace): of two threads that want the same order, one gets it; of \(report.contests) \
      orders they got \(report.wins.map { "\($0)" }.joined(separator: " and ")), and \
      \(report.unfair) went to both or to neither.
      """,
      isKept: report.unfair == 0 && report.wins.reduce(0, +) == report.contests)
    narrator.promise(
      """
      \(pace): no edit was lost; each of the \(report.accepted.grouped) versions was made by one \
      edit, and a plain array on which they are repeated ends with the same \(report.rows) rows as \
      the list, the presenter, and the table.
      """, isKept: report.isHistoryComplete && report.isReplayEqual)
  }
}
