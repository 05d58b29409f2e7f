import StagecraftOperations

/// Presents alerts to a test, which answers them.
@MainActor
final class ScriptedPresenter: AlertPresenter {
  /// The visible alerts.
  enum Event: Equatable {
    case shown(String)
    case answered(String)
    case dismissed(String)
  }

  private typealias Answer = CheckedContinuation<Int, any Error>

  private(set) var events: [Event] = []
  /// The maximum number of alerts on the screen.
  private(set) var peak = 0
  private var screen: [(ticket: Int, title: String, answer: Answer)] = []
  private var lastTicket = 0
  private var showings: AsyncStream<String>.Iterator
  private let announcer: AsyncStream<String>.Continuation

  init() {
    let (stream, announcer) = AsyncStream.makeStream(of: String.self)
    showings = stream.makeAsyncIterator()
    self.announcer = announcer
  }

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    lastTicket += 1
    let ticket = lastTicket
    let number = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (answer: Answer) in
        screen.append((ticket, content.title, answer))
        peak = max(peak, screen.count)
        events.append(.shown(content.title))
        announcer.yield(content.title)
      }
    } onCancel: {
      Task { @MainActor in self.dismiss(ticket) }
    }
    return content.actions[number].id
  }

  /// Waits until an alert has appeared that no earlier call has returned.
  func nextShown() async -> String {
    var iterator = showings
    defer { showings = iterator }
    return await iterator.next(isolation: MainActor.shared) ?? ""
  }

  /// Chooses an action of the alert on the screen.
  func answer(_ number: Int = 0) {
    let alert = screen.removeLast()
    events.append(.answered(alert.title))
    alert.answer.resume(returning: number)
  }

  /// The alert cannot be presented after all.
  func fail(_ error: any Error) {
    screen.removeLast().answer.resume(throwing: error)
  }

  private func dismiss(_ ticket: Int) {
    guard let place = screen.firstIndex(where: { $0.ticket == ticket }) else { return }
    let alert = screen.remove(at: place)
    events.append(.dismissed(alert.title))
    alert.answer.resume(throwing: CancellationError())
  }
}
