internal import Stagecraft

extension AlertsScene {
  func playDirectly(_ narrator: Narrator) {
    narrator.chapter("The textbook: present(alert)")
    let screen = Dialogs<Int>()
    for title in Self.titles { screen.show(title) }
    for _ in Self.titles { screen.answerTop(0) }
    narrator.observation(
      "\(screen.depth.peak) alerts cover each other, and the user reads the newest first.",
      isSeen: screen.depth.peak == 5 && screen.answered == Self.titles.reversed())
  }

  func playSerially(_ narrator: Narrator, managers count: Int) async throws {
    narrator.chapter("The textbook's repair: \(count == 1 ? "a serial manager" : "two of them")")
    let screen = Dialogs<Int>()
    let presenter = ScenePresenter(screen: screen)
    let managers = (0..<count).map { OperationManager("serial \($0)", maximumConcurrency: 1) }
    for (number, manager) in managers.enumerated() {
      narrator.record(manager, as: "serial manager \(number + 1) of \(count)")
    }
    for (number, title) in Self.titles.enumerated() {
      managers[number % count].submit(OperationOptions(title)) { @MainActor in
        _ = try await presenter.present(AlertContent(title))
      }
    }
    for _ in managers { await screen.nextAppearance() }
    for _ in Self.titles {
      while screen.depth.current == 0 { await screen.nextAppearance() }
      screen.answerTop(0)
    }
    for manager in managers { try await manager.waitUntilIdle() }
    if count == 1 {
      narrator.observation(
        "One alert is shown at a time, in the order of requests: “\(Self.rating)” first.",
        isSeen: screen.depth.peak == 1 && screen.answered == Self.titles)
    } else {
      narrator.observation(
        "Modules with different managers show \(screen.depth.peak) alerts at once.",
        isSeen: screen.depth.peak == count)
    }
  }
}
