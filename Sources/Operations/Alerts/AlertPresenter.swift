/// Shows alerts: in a terminal, in a window, on a phone.
///
/// A presenter knows nothing of turns, keys or expiry. It is asked to show one alert at a time, as
/// long as all come from an ``AlertDesk`` or as an ``AlertOperation``.
///
/// ```swift
/// final class SheetPresenter: AlertPresenter {
///   func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
///     let sheet = Sheet(content.title, content.message, content.actions.map(\.label))
///     return try await withTaskCancellationHandler {
///       content.actions[try await sheet.show()].id
///     } onCancel: {
///       Task { @MainActor in sheet.dismiss() }
///     }
///   }
/// }
/// ```
@MainActor
public protocol AlertPresenter: Sendable {
  /// Shows an alert, and waits for the answer.
  ///
  /// When the task is cancelled, the alert is to disappear, and the method to throw: the alert was
  /// cancelled, or makes room for a more important one and is then presented anew. An answer that
  /// was given just before may still be returned, and counts. The next alert is presented only
  /// after this method has ended.
  ///
  /// - Parameter content: what to show.
  /// - Returns: the ``AlertContent/Action/id`` of the action that was chosen.
  /// - Throws: `CancellationError` if the task was cancelled; another error if the alert cannot be
  ///   shown.
  func present<Choice: Hashable & Sendable>(
    _ content: AlertContent<Choice>
  ) async throws -> Choice
}
