internal import StagecraftTestKit

extension OrdersScene {
  /// The textbook's list: step by step, and then with threads.
  @MainActor
  func playTextbook(_ narrator: Narrator) async -> LiveArrayDay.Report {
    narrator.chapter("The textbook's list: an array behind a lock")
    narrator.show([
      "func numberOfRows(inSection _: Int) -> Int { lock.withLock { orders.count } }",
      "func cell(at path: RowPath) -> Cell { lock.withLock { cell(for: orders[path.row]) } }",
    ])
    playSteps(narrator)
    return await playThreads(narrator)
  }

  @MainActor
  private func playSteps(_ narrator: Narrator) {
    let report = TornAnswers().run()
    narrator.say("Each call is safe. The table needs several of them to agree:")
    narrator.show(report.steps.enumerated().map { "\($0 + 1). \($1)" })
    narrator.show(report.violations)
    narrator.promise(
      """
      It can be replayed: the table asked for \(report.missing) row that was gone, and in \
      \(report.miscounts) of \(report.batches) batches the rows did not add up.
      """, isKept: report.missing == 1 && report.miscounts == 1)
  }

  @MainActor
  private func playThreads(_ narrator: Narrator) async -> LiveArrayDay.Report {
    let day = LiveArrayDay(orders: 40, threads: 8, edits: 40)
    let report = await day.run()
    narrator.say(
      """
      Now \(day.threads) threads, which make \(report.edits) edits, and tell the main thread of \
      each. The table notes where a real one would have ended the app:
      """)
    var table = Table("the textbook's table", "measured")
    table.add("edits that left it right", "\(report.right) of \(report.edits)")
    for (rule, count) in report.rules { table.add("broke \(rule)", "\(count) times") }
    table.add("asked for a row that was gone", "\(report.missing) times")
    narrator.show(table)
    narrator.show(Array(report.violations.prefix(2)))
    narrator.promise(
      """
      With threads it fails each time: a table crashes at its first mistake, and this one made \
      \(report.violations.count).
      """, isKept: report.miscounts > 0)
    return report
  }
}

extension Narrator {
  /// Prints what a table complained about.
  fileprivate func show(_ violations: [FakeTableViolation]) {
    show(violations.flatMap { "“\($0)”".wrapped(to: Narrator.width - 2) })
  }
}
