internal import Stagecraft

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
}

/// Shows alerts on the scene's screen.
@MainActor
struct ScenePresenter: AlertPresenter {
  let screen: Dialogs<Int>

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    try await content.actions[screen.ask(content.title)].id
  }
}
