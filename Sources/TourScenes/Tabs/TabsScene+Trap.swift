extension TabsScene {
  /// Ours, in a process of its own, which ends of it.
  @MainActor
  func playTrap(_ narrator: Narrator) async throws {
    let order = TabsGuestOrder.recursing
    let visit = TabsVisit(order, program: program)
    let report = try await visit.play()
    let sentence = report.lines.first { $0.contains("loadView()") }
    for line in (sentence ?? "").wrapped(to: Narrator.width - 2) { narrator.show(line) }
    narrator.promise(
      """
      Ours stops at the first round: the process that tried it came to loadView() \
      \(report.count(of: "loadView")) time, and said why it ends.
      """,
      isKept: report.count(of: "loadView") == 1 && report.ending.isTrap && sentence != nil)
  }
}
