/// A type that shows alerts, for example in a terminal, in a window, or on a phone.
///
/// A presenter does not handle order, keys or expiry. It is called for one alert at a time, as long
/// as all alerts come from an ``AlertQueue`` or are ``AlertOperation`` values.
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
///
/// For a toolkit with animations or windows, write it around an ``AlertMachine``, as
/// <doc:writing-an-alert-presenter> shows.
@MainActor
public protocol AlertPresenter: Sendable {
  /// Shows an alert and waits for the answer.
  ///
  /// When the task is cancelled, remove the alert and throw: the alert was cancelled, or a
  /// preemptive alert interrupts it, after which it is presented again. An answer given just before
  /// may still be returned, and counts. The next alert is presented only after this method has
  /// returned or thrown.
  ///
  /// Enter should choose the action at ``AlertContent/defaultActionIndex``, and Escape the one at
  /// ``AlertContent/escapeActionIndex``; without one, the alert should ignore the key.
  ///
  /// - Parameter content: The alert to show.
  /// - Returns: The ``AlertContent/Action/id`` of the chosen action.
  /// - Throws: `CancellationError` if the task was cancelled; ``AlertQueue/PresentationError`` or
  ///   another error if the alert cannot be shown or was removed without an answer.
  func present<Choice: Hashable & Sendable>(
    _ content: AlertContent<Choice>
  ) async throws -> Choice
}
