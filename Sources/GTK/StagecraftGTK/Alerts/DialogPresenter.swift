#if GTK
internal import CGTK
public import StagecraftOperations

/// Presents alerts as modal libadwaita dialogs, above the window that the user works with.
///
/// ```swift
/// let alerts = AlertQueue(presenter: DialogPresenter())
/// ```
///
/// - A dialog appears over the active window of the program, or over a given one; if that window
///   shows a modal window, such as a sheet, over the topmost of these. Without a window on the
///   screen, ``present(_:)`` throws `AlertQueue.PresentationError.noWindow`.
/// - Enter chooses the default action, which is highlighted unless it is destructive. Without a
///   default action, Enter presses the button with the keyboard focus.
/// - Escape and the close button of the window manager choose the escape action. An alert without
///   one ignores both.
/// - When cancelled, the dialog is removed, and ``present(_:)`` throws only once it is off the
///   screen. An answer given before counts.
/// - The dialog stays until it is answered when screens come and go: a full cover, which hides the
///   sheets below it, leaves it over the cover, and a sheet that appears is below it.
/// - If the sheet or the alert over which it appeared is dismissed, the window closes, or other code
///   removes the dialog, ``present(_:)`` throws `AlertQueue.PresentationError.vanished`, as on UIKit.
/// - Afterwards the window below is active again, if the dialog was, and the same widget in it has
///   the keyboard focus.
///
/// The dialog is an `AdwMessageDialog`: a window of its own, which libadwaita offers from version
/// 1.2 on. `AdwAlertDialog`, which is drawn inside the window below and exists from version 1.5 on,
/// is not used.
public final class DialogPresenter: AlertPresenter {
  private let findWindow: @MainActor () -> ObjectReference?

  /// Creates a presenter that uses the window that the user works with.
  public init() { findWindow = { DialogParent.activeWindow() } }

  /// Creates a presenter that uses the window of one widget, as long as both exist.
  ///
  /// - Parameter widget: The window, or a widget in it; not retained.
  public init(over widget: Widget) {
    findWindow = { [weak widget] in widget.flatMap { DialogParent.window(of: $0) } }
  }

  /// Presents an alert and waits for the answer.
  ///
  /// - Parameter content: The content of the alert.
  /// - Returns: The identifier of the chosen action.
  /// - Throws: `CancellationError`, `AlertQueue.PresentationError`.
  public func present<Choice: Hashable & Sendable>(
    _ content: AlertContent<Choice>
  ) async throws -> Choice {
    guard let parent = findWindow() else { throw AlertQueue.PresentationError.noWindow }
    let session = DialogSession(AlertMachine(content), DialogContent(content), over: parent)
    let action = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { session.begin($0) }
    } onCancel: {
      Task { @MainActor in session.cancel() }
    }
    return content.actions[action].id
  }
}
#endif
