/// Five alerts at once, and one screen.
struct AlertsScene: Scene {
  let name = "alerts"
  let summary = "five alerts from three modules, shown one at a time"

  func play(_ narrator: Narrator) async throws {
    let piled = playDirectly(narrator)
    let serial = try await playSerially(narrator)
    let ours = try await playOurs(narrator)
    try await playIncidents(narrator)
    compare(narrator, [("directly", piled), ("serial manager", serial), ("category", ours)])
  }

  @MainActor
  private func compare(_ narrator: Narrator, _ ways: [(String, FiveAlerts.Report)]) {
    narrator.chapter("What this shows")
    var table = Table("five alerts", "on each other", "read first", "read last", aligned: [.left])
    for (way, report) in ways {
      table.add(way, "\(report.peak)", report.order.first ?? "", report.order.last ?? "")
    }
    narrator.show(table)
    narrator.say(
      """
      An alert is an operation like any other: it has its turn, an order, an end, and a value, the \
      answer. The module says what there is to say; how it looks is the presenter's matter, and \
      when it appears is the category's.
      """)
  }
}
