internal import Stagecraft

/// Shows alerts on the screen of the scene.
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
