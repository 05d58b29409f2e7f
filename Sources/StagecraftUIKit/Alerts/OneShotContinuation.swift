/// A continuation that is resumed by the first answer.
///
/// UIKit may call a completion handler although it reported that it would not, or report so after
/// calling it; resuming twice would terminate the app.
@MainActor
final class OneShotContinuation<Answer: Sendable> {
  private var continuation: CheckedContinuation<Answer, Never>?

  init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = continuation }

  /// Resumes the continuation, unless it has already been resumed.
  func resume(returning answer: Answer) { continuation.take()?.resume(returning: answer) }
}
