/// A continuation that is resumed by whichever answer comes first.
///
/// UIKit may call a completion though it has said that it would not, or say so after it was called; a
/// second resumption would end the app.
@MainActor
final class OneAnswer<Answer: Sendable> {
  private var continuation: CheckedContinuation<Answer, Never>?

  init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = continuation }

  /// Answers, unless that has been done.
  func give(_ answer: Answer) { continuation.take()?.resume(returning: answer) }
}
