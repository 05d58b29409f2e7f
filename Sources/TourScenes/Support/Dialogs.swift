/// Dialogs on one screen, each covering those before it; the scene answers them.
@MainActor
final class Dialogs<Answer: Sendable> {
  /// How many dialogs are on the screen, now and at most.
  let depth = Gauge()
  private(set) var timesShown = 0
  /// The titles of the answered dialogs, in order.
  private(set) var answered: [String] = []
  /// What happened: `+ Title` was shown, `- Title` was dismissed, `  Title: OK` was answered.
  private(set) var events: [String] = []
  private var dialogs: [(number: Int, title: String, reply: (Answer?) -> Void)] = []
  private let appearances = Channel<Void>()

  /// Shows a dialog; the reply is nil if it is dismissed.
  func show(_ title: String, then reply: @escaping (Answer?) -> Void = { _ in }) {
    timesShown += 1
    dialogs.append((timesShown, title, reply))
    depth.enter()
    events.append("+ \(title)")
    appearances.send(())
  }

  func nextAppearance() async { _ = await appearances.next() }

  /// Answers the dialog on top, or dismisses it with nil.
  func answerTop(_ answer: Answer?) {
    if let top = dialogs.last { remove(top.number, answer) }
  }

  private func remove(_ number: Int, _ answer: Answer?) {
    guard let place = dialogs.firstIndex(where: { $0.number == number }) else { return }
    let dialog = dialogs.remove(at: place)
    depth.leave()
    if answer != nil { answered.append(dialog.title) }
    events.append(answer != nil ? "  \(dialog.title): OK" : "- \(dialog.title)")
    dialog.reply(answer)
  }

  /// Shows a dialog and waits for its answer; cancelling the task dismisses it.
  func ask(_ title: String) async throws -> Answer {
    let number = timesShown + 1
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        show(title) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { @MainActor in remove(number, nil) }
    }
    guard let answer else { throw CancellationError() }
    return answer
  }
}
