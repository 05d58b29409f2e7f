extension OrdersScene {
  /// Says what the figures mean.
  @MainActor
  func conclude(
    _ narrator: Narrator, _ textbook: LiveArrayDay.Report, _ ours: Ours, _ long: OldSnapshot.Report
  ) {
    narrator.chapter("What this shows")
    let reports = [ours.paced, ours.hurried]
    let edits = reports.map(\.accepted).reduce(0, +)
    let violations = reports.map(\.screen.violations.count).reduce(0, +)
    narrator.say(
      """
      The textbook's table was told of \(textbook.edits) edits and contradicted itself \
      \(textbook.violations.count) times; ours was told of \(edits.grouped), and contradicted \
      itself \(violations == 0 ? "never" : "\(violations) times"). Not because its lock is better: \
      because the table reads one version that never changes, and hears of exactly what leads to \
      the next.
      """)
    narrator.say(
      """
      In a hurry the threads made \(ours.hurried.rate.grouped) edits per second, and the screen \
      was told \(ours.hurried.screen.turns.grouped) times, of \
      \(Int(ours.hurried.screen.meanMerged.rounded()).grouped) edits at once on average. \
      A version costs \(long.snapshot.fineReading) of \(long.rows.grouped) rows, and keeping it \
      makes the next edit \((long.edgeEdit / long.lonelyEdit).times) as long.
      """)
  }
}
