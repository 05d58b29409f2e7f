internal import Stagecraft

/// Alerts to which something happens while they wait or are shown.
@MainActor
struct AlertIncidents {
  struct Report: Sendable {
    let events: [AlertScreen.Event]
    let cancelled: CancellationReason.Kind?
    let expired: CancellationReason.Kind?
    /// Whether both modules that were offline hold the same alert.
    let isJoined: Bool
    /// Why the alert that was cancelled later had not been shown.
    let explanation: String
    let peak: Int
  }

  static let battery = "Battery low"

  func play() async throws -> Report {
    let screen = AlertScreen()
    let manager = OperationManager("alerts")
    let desk = AlertDesk(presenter: TerminalPresenter(screen: screen), manager: manager)
    desk.show(AlertContent(FiveAlerts.overdue))
    _ = await screen.nextAppearance()

    let ready = desk.show(AlertContent(FiveAlerts.ready))
    var offline = AlertContent(FiveAlerts.offline)
    offline.key = "offline"
    let first = desk.show(offline)
    let second = desk.show(offline)
    var offer = AlertContent("Only now: reserve without a fee")
    offer.expiry = .milliseconds(20)
    let late = desk.show(offer)

    let explanation = manager.explain(ready)
    ready.cancel()
    // The reader reads slowly: the offer's time passes.
    try await late.waitForEnd()
    var battery = AlertContent(Self.battery)
    battery.isPreemptive = true
    desk.show(battery)
    // The system's, then the interrupted one again, then the one of two modules.
    for _ in 0..<3 {
      _ = await screen.nextAppearance()
      screen.answerTop()
    }
    try await manager.waitUntilIdle()
    return Report(
      events: screen.events, cancelled: ready.cancellationReason?.kind,
      expired: late.cancellationReason?.kind, isJoined: first == second,
      explanation: explanation, peak: screen.depth.peak)
  }
}
