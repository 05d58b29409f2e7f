import Stagecraft
import StagecraftGTK

/// Shows alerts as dialogs, and chooses the default action after a pause, for demonstrations without
/// a user.
struct AnsweringPresenter: AlertPresenter {
  let pause: Duration
  private let dialogs = DialogPresenter()

  init(pause: Duration) { self.pause = pause }

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    let dialog = Task { try await dialogs.present(content) }
    let timer = Task {
      try await Task.sleep(for: pause)
      dialog.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      do {
        return try await dialog.value
      } catch is CancellationError where !Task.isCancelled {
        return content.actions[content.defaultActionIndex ?? 0].id
      }
    } onCancel: {
      dialog.cancel()
    }
  }
}
