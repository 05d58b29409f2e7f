/// UIKit may call a completion handler although it reported that it would not, or report so after
/// calling it; resuming twice would terminate the app.
@MainActor
final class OneShotContinuation<Answer: Sendable> {
  private var continuation: CheckedContinuation<Answer, Never>?

  init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = continuation }

  func resume(returning answer: Answer) { continuation.take()?.resume(returning: answer) }
}
