internal import Stagecraft

extension AlertsScene {
  func playOurs(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: alerts are operations of one category, in any manager")
    let screen = Dialogs<Int>()
    let presenter = ScenePresenter(screen: screen)
    func queue(_ name: String) -> AlertQueue {
      let manager = OperationManager(name)
      narrator.record(manager, as: name)
      return AlertQueue(presenter: presenter, manager: manager)
    }
    let (reviews, network, orders) = (queue("reviews"), queue("network"), queue("orders"))
    let overdue = orders.manager.prepare(
      AlertOperation(AlertContent(Self.overdue), by: presenter))
    reviews.show(AlertContent(Self.rating), following: overdue)
    network.show(AlertContent(Self.offline))
    overdue.submit()
    orders.show(AlertContent(Self.ready))
    reviews.show(AlertContent(Self.answer))
    for _ in Self.titles {
      await screen.nextAppearance()
      screen.answerTop(0)
    }
    for queue in [reviews, network, orders] { try await queue.manager.waitUntilIdle() }
    narrator.show(screen.answered)
    narrator.promise("Three managers show one alert at a time.", isKept: screen.depth.peak == 1)
    narrator.promise(
      "“\(Self.rating)” was requested first, and came after the alert that it follows.",
      isKept: screen.answered == [
        Self.offline, Self.overdue, Self.ready, Self.answer, Self.rating,
      ])
  }

  func playIncidents(_ narrator: Narrator) async throws {
    narrator.chapter("Cancelled, shared, expired, interrupted")
    let screen = Dialogs<Int>()
    let manager = OperationManager("alerts")
    narrator.record(manager, as: "incidents")
    let queue = AlertQueue(presenter: ScenePresenter(screen: screen), manager: manager)
    queue.show(AlertContent(Self.overdue))
    await screen.nextAppearance()

    let ready = queue.show(AlertContent(Self.ready))
    var offline = AlertContent(Self.offline)
    offline.key = "offline"
    let first = queue.show(offline)
    let second = queue.show(offline)
    var offer = AlertContent("Only now: reserve without a fee")
    offer.expiry = .milliseconds(20)
    let late = queue.show(offer)
    let explanation = manager.explain(ready)
    ready.cancel()
    try await late.waitForEnd()
    var battery = AlertContent("Battery low")
    battery.isPreemptive = true
    queue.show(battery)
    for _ in 0..<3 {
      await screen.nextAppearance()
      screen.answerTop(0)
    }
    try await manager.waitUntilIdle()
    narrator.say(explanation)
    narrator.show(screen.events)
    narrator.promise(
      "An alert that is cancelled or expires while it waits is never shown.",
      isKept: ready.cancellationReason?.kind == .requested
        && late.cancellationReason?.kind == .expired
        && explanation.contains("held by “\(Self.overdue)”")
        && !screen.events.contains("+ \(Self.ready)"))
    narrator.promise(
      "Two modules with the same key share one alert.",
      isKept: first == second && screen.events.count { $0 == "+ \(Self.offline)" } == 1)
    narrator.promise(
      "A preemptive alert interrupts the visible one, which is shown again afterwards.",
      isKept: screen.depth.peak == 1
        && screen.events == [
          "+ \(Self.overdue)", "- \(Self.overdue)", "+ Battery low", "  Battery low: OK",
          "+ \(Self.overdue)", "  \(Self.overdue): OK", "+ \(Self.offline)",
          "  \(Self.offline): OK",
        ])
  }
}
