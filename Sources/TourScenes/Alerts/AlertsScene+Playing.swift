internal import Stagecraft

extension AlertsScene {
  /// Each module shows what it has.
  @MainActor
  func playDirectly(_ narrator: Narrator) -> FiveAlerts.Report {
    narrator.chapter("The textbook's trouble: each module presents at once")
    narrator.show(["present(AlertController(title: \"\(FiveAlerts.overdue)\"))   // on top of all"])
    let report = FiveAlerts().presentDirectly()
    narrator.show(report.lines)
    narrator.promise(
      "Directly they pile up, \(report.peak) on each other, and the newest is read first.",
      isKept: report.peak == 5 && report.order == FiveAlerts.titles.reversed())
    return report
  }

  /// One manager that runs one at a time; and what happens when a module has another.
  @MainActor
  func playSerially(_ narrator: Narrator) async throws -> FiveAlerts.Report {
    narrator.chapter("The textbook's repair: a serial manager for alerts")
    let report = try await FiveAlerts().presentSerially(managers: 1)
    narrator.show(report.lines)
    narrator.promise(
      "One at a time (at most \(report.peak)), in the order of asking.",
      isKept: report.peak == 1 && report.order == FiveAlerts.titles)
    let two = try await FiveAlerts().presentSerially(managers: 2)
    narrator.say(
      """
      “\(FiveAlerts.rating)” came before “\(FiveAlerts.overdue)”, because it was asked for first: \
      a queue knows no other order. And it must be the only one: with a second manager, of a module \
      that wants to keep its own, \(two.peak) lie on each other.
      """)
    narrator.promise(
      "Two serial managers show two alerts at once: \(two.peak).", isKept: two.peak == 2)
    return report
  }

  /// Operations of one category, in three managers.
  @MainActor
  func playOurs(_ narrator: Narrator) async throws -> FiveAlerts.Report {
    narrator.chapter("Ours: alerts are operations of one category, whatever manager they are in")
    narrator.show([
      "let overdue = orders.show(AlertContent(\"\(FiveAlerts.overdue)\"))",
      "reviews.show(AlertContent(\"\(FiveAlerts.rating)\"), following: overdue)",
    ])
    let report = try await FiveAlerts().presentAsOperations()
    narrator.show(report.lines)
    narrator.promise(
      "Three managers, and one alert at a time: at most \(report.peak).", isKept: report.peak == 1)
    narrator.promise(
      "“\(FiveAlerts.rating)” was asked for first, and came after what it follows.",
      isKept: report.order == [
        FiveAlerts.offline, FiveAlerts.overdue, FiveAlerts.ready, FiveAlerts.answer,
        FiveAlerts.rating,
      ])
    return report
  }

  /// What can happen to an alert.
  @MainActor
  func playIncidents(_ narrator: Narrator) async throws {
    narrator.chapter("Cancelled, twice the same, too late, and interrupted")
    let report = try await AlertIncidents().play()
    narrator.say(report.explanation)
    narrator.show(report.events.map(\.description))
    narrator.promise(
      "Cancelled in line, it is never shown; so is the offer, whose time had passed.",
      isKept: report.cancelled == .requested && report.expired == .expired
        && !report.events.contains(.appears(FiveAlerts.ready)))
    narrator.promise(
      "Two modules were offline, and the reader was told once.",
      isKept: report.isJoined
        && report.events.count { $0 == .appears(FiveAlerts.offline) } == 1)
    narrator.promise(
      "The system's alert took the screen, and the interrupted one came again.",
      isKept: report.peak == 1
        && report.events == [
          .appears(FiveAlerts.overdue), .disappears(FiveAlerts.overdue),
          .appears(AlertIncidents.battery), .isAnswered(AlertIncidents.battery),
          .appears(FiveAlerts.overdue), .isAnswered(FiveAlerts.overdue),
          .appears(FiveAlerts.offline), .isAnswered(FiveAlerts.offline),
        ])
  }
}

extension FiveAlerts.Report {
  /// The order, for readers.
  fileprivate var lines: [String] {
    order.enumerated().map { number, title in "read \(number + 1): \(title)" }
  }
}
