internal import CGTK
internal import CStageGTK

/// Counts the wrappers of widgets, and the widgets of GTK's that were ever wrapped.
///
/// A wrapper that is alive for longer than its widget is shown is retained by Swift code; a widget
/// that is alive without a wrapper is retained by GTK, as when a stage forgets to remove it.
@MainActor
public final class WidgetCensus {
  /// The counts of this process.
  public static let shared = WidgetCensus()

  /// The number of living wrappers.
  public private(set) var wrappers = 0

  /// The number of living widgets that are or were wrapped.
  public private(set) var widgets = 0

  func wrapped(_ widget: UnsafeMutablePointer<GtkWidget>) {
    wrappers += 1
    widgets += 1
    stage_on_finalize(widget, finalized, nil)
  }

  fileprivate func forget() { widgets -= 1 }

  func unwrapped() { wrappers -= 1 }
}

/// Not a closure on the main actor, which would stop on another thread without a message.
private func finalized(_ data: UnsafeMutableRawPointer?) {
  onMainThread { WidgetCensus.shared.forget() }
}
