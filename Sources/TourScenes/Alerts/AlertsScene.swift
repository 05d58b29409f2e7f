internal import Stagecraft

/// Five alerts at once, and one screen.
struct AlertsScene: Scene {
  static let rating = "Rate Emma?"
  static let offline = "No connection"
  static let overdue = "Emma is overdue"
  static let ready = "Persuasion is ready"
  static let answer = "Your comment was answered"
  /// In the order in which three modules ask for them.
  static let titles = [rating, offline, overdue, ready, answer]

  let name = "alerts"
  let summary = "five alerts from three modules, shown one at a time"

  func play(_ narrator: Narrator) async throws {
    playDirectly(narrator)
    try await playSerially(narrator, managers: 1)
    try await playSerially(narrator, managers: 2)
    try await playOurs(narrator)
    try await playIncidents(narrator)
  }

  /// The textbook: each module presents at once.
  func playDirectly(_ narrator: Narrator) {
    narrator.chapter("The textbook: present(alert)")
    let screen = AlertScreen()
    for title in Self.titles { screen.show(title) }
    for _ in Self.titles { screen.answerTop() }
    narrator.promise(
      "\(screen.depth.peak) alerts cover each other, and the newest is read first.",
      isKept: screen.depth.peak == 5 && screen.answered == Self.titles.reversed())
  }

  /// The textbook's repair: serial managers.
  func playSerially(_ narrator: Narrator, managers count: Int) async throws {
    narrator.chapter("The textbook's repair: \(count == 1 ? "a serial manager" : "two of them")")
    let screen = AlertScreen()
    let presenter = TerminalPresenter(screen: screen)
    let managers = (0..<count).map { OperationManager("serial \($0)", maximumConcurrency: 1) }
    for (number, title) in Self.titles.enumerated() {
      managers[number % count].submit(OperationOptions(title)) { @MainActor in
        _ = try await presenter.present(AlertContent(title))
      }
    }
    for _ in managers { await screen.nextAppearance() }
    for _ in Self.titles {
      while screen.depth.current == 0 { await screen.nextAppearance() }
      screen.answerTop()
    }
    for manager in managers { try await manager.waitUntilIdle() }
    if count == 1 {
      narrator.promise(
        "One alert at a time, in the order of asking: “\(Self.rating)” first.",
        isKept: screen.depth.peak == 1 && screen.answered == Self.titles)
    } else {
      narrator.promise(
        "Modules with different managers show \(screen.depth.peak) alerts at once.",
        isKept: screen.depth.peak == count)
    }
  }

  /// Operations of one category, in three managers.
  func playOurs(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: alerts are operations of one category, in any manager")
    let screen = AlertScreen()
    let presenter = TerminalPresenter(screen: screen)
    let desks = ["reviews", "network", "orders"].map {
      AlertQueue(presenter: presenter, manager: OperationManager($0))
    }
    let overdue = desks[2].manager.prepare(
      AlertOperation(AlertContent(Self.overdue), by: presenter))
    desks[0].show(AlertContent(Self.rating), following: overdue)
    desks[1].show(AlertContent(Self.offline))
    overdue.submit()
    desks[2].show(AlertContent(Self.ready))
    desks[0].show(AlertContent(Self.answer))
    for _ in Self.titles {
      await screen.nextAppearance()
      screen.answerTop()
    }
    for desk in desks { try await desk.manager.waitUntilIdle() }
    narrator.show(screen.answered)
    narrator.promise("Three managers show one alert at a time.", isKept: screen.depth.peak == 1)
    narrator.promise(
      "“\(Self.rating)” was asked for first, and came after the alert that it follows.",
      isKept: screen.answered == [
        Self.offline, Self.overdue, Self.ready, Self.answer, Self.rating,
      ])
  }

  /// Alerts that are cancelled, shared, expired and interrupted.
  func playIncidents(_ narrator: Narrator) async throws {
    narrator.chapter("Cancelled, shared, expired, interrupted")
    let screen = AlertScreen()
    let manager = OperationManager("alerts")
    let desk = AlertQueue(presenter: TerminalPresenter(screen: screen), manager: manager)
    desk.show(AlertContent(Self.overdue))
    await screen.nextAppearance()

    let ready = desk.show(AlertContent(Self.ready))
    var offline = AlertContent(Self.offline)
    offline.key = "offline"
    let first = desk.show(offline)
    let second = desk.show(offline)
    var offer = AlertContent("Only now: reserve without a fee")
    offer.expiry = .milliseconds(20)
    let late = desk.show(offer)
    let explanation = manager.explain(ready)
    ready.cancel()
    try await late.waitForEnd()
    var battery = AlertContent("Battery low")
    battery.isPreemptive = true
    desk.show(battery)
    for _ in 0..<3 {
      await screen.nextAppearance()
      screen.answerTop()
    }
    try await manager.waitUntilIdle()
    narrator.say(explanation)
    narrator.show(screen.events)
    narrator.promise(
      "An alert that is cancelled or expires in the line is never shown.",
      isKept: ready.cancellationReason?.kind == .requested
        && late.cancellationReason?.kind == .expired
        && explanation.contains("held by “\(Self.overdue)”")
        && !screen.events.contains("+ \(Self.ready)"))
    narrator.promise(
      "Two modules with the same key share one alert.",
      isKept: first == second && screen.events.count { $0 == "+ \(Self.offline)" } == 1)
    narrator.promise(
      "A preemptive alert interrupts the visible one, which is shown again.",
      isKept: screen.depth.peak == 1
        && screen.events == [
          "+ \(Self.overdue)", "- \(Self.overdue)", "+ Battery low", "  Battery low: OK",
          "+ \(Self.overdue)", "  \(Self.overdue): OK", "+ \(Self.offline)",
          "  \(Self.offline): OK",
        ])
  }
}

/// What alerts are shown on; the scene answers them.
@MainActor
final class AlertScreen {
  private(set) var events: [String] = []
  /// The titles in the order of the answers.
  private(set) var answered: [String] = []
  /// How many alerts are shown at once.
  let depth = Gauge()
  private var stack: [(number: Int, title: String, answer: (Int?) -> Void)] = []
  private var lastNumber = 0
  private let (appearances, announcer) = AsyncStream.makeStream(of: Void.self)

  /// Shows an alert; the answer is nil if it is dismissed.
  @discardableResult
  func show(_ title: String, then answer: @escaping (Int?) -> Void = { _ in }) -> Int {
    lastNumber += 1
    stack.append((lastNumber, title, answer))
    depth.enter()
    events.append("+ \(title)")
    announcer.yield()
    return lastNumber
  }

  func answerTop() {
    guard let top = stack.popLast() else { return }
    depth.leave()
    events.append("  \(top.title): OK")
    answered.append(top.title)
    top.answer(0)
  }

  func dismiss(_ number: Int) {
    guard let place = stack.firstIndex(where: { $0.number == number }) else { return }
    let alert = stack.remove(at: place)
    depth.leave()
    events.append("- \(alert.title)")
    alert.answer(nil)
  }

  func nextAppearance() async {
    var iterator = appearances.makeAsyncIterator()
    await iterator.next(isolation: MainActor.shared)
  }
}

@MainActor
struct TerminalPresenter: AlertPresenter {
  let screen: AlertScreen

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    let ticket = Locked(0)
    let screen = screen
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
        let number = screen.show(content.title) { continuation.resume(returning: $0) }
        ticket.withLock { $0 = number }
      }
    } onCancel: {
      Task { @MainActor in screen.dismiss(ticket.withLock { $0 }) }
    }
    guard let answer else { throw CancellationError() }
    return content.actions[answer].id
  }
}
