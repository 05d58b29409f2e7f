internal import Stagecraft

/// Five alerts that three modules have at the same time.
@MainActor
struct FiveAlerts {
  /// What the reader saw.
  struct Report: Sendable {
    /// The order in which they could be read.
    let order: [String]
    /// How many lay on each other at most.
    let peak: Int
  }

  static let rating = "Rate Emma?"
  static let offline = "No connection"
  static let overdue = "Emma is overdue"
  static let ready = "Persuasion is ready"
  static let answer = "Your comment was answered"

  /// In the order in which they are asked for, each with its module.
  static let titles = [rating, offline, overdue, ready, answer]

  let screen = AlertScreen()

  var report: Report { Report(order: screen.answered, peak: screen.depth.peak) }

  /// Each module shows its own at once.
  func presentDirectly() -> Report {
    for title in Self.titles { screen.show(title) }
    for _ in Self.titles { screen.answerTop() }
    return report
  }

  /// Through managers that run one at a time.
  ///
  /// With two managers, a module has one of its own.
  func presentSerially(managers count: Int) async throws -> Report {
    let presenter = TerminalPresenter(screen: screen)
    let managers = (0..<count).map { OperationManager("serial \($0)", maximumConcurrency: 1) }
    for (number, title) in Self.titles.enumerated() {
      managers[number % count].submit(OperationOptions(title)) { @MainActor in
        _ = try await presenter.present(AlertContent(title))
      }
    }
    // Nobody answers before every manager shows what it can.
    for _ in managers { _ = await screen.nextAppearance() }
    for _ in Self.titles {
      while screen.depth.current == 0 { _ = await screen.nextAppearance() }
      screen.answerTop()
    }
    for manager in managers { try await manager.waitUntilIdle() }
    return report
  }

  /// As operations of one category, each module with a manager of its own.
  func presentAsOperations() async throws -> Report {
    let presenter = TerminalPresenter(screen: screen)
    let desks = ["reviews", "network", "orders"].map {
      AlertDesk(presenter: presenter, manager: OperationManager($0))
    }
    let (reviews, network, orders) = (desks[0], desks[1], desks[2])
    let overdue = orders.manager.prepare(AlertOperation(AlertContent(Self.overdue), by: presenter))
    reviews.show(AlertContent(Self.rating), following: overdue)
    network.show(AlertContent(Self.offline))
    overdue.submit()
    orders.show(AlertContent(Self.ready))
    reviews.show(AlertContent(Self.answer))
    for _ in Self.titles {
      _ = await screen.nextAppearance()
      screen.answerTop()
    }
    for desk in desks { try await desk.manager.waitUntilIdle() }
    return report
  }
}
