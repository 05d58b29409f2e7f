#if GTK
internal import CGTK
internal import CStageGTK

/// Counts the wrappers of widgets, the GTK widgets that were ever wrapped, and the other
/// GLib objects that this package makes.
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

  /// The number of living objects that are no widgets: rows and models of lists, factories of
  /// cells, sources of tiles, scripts of web pages.
  public private(set) var objects = 0

  /// Marks a widget that is counted: a second wrapper of it does not count it again.
  private let mark = g_quark_from_string("stagecraft-census")

  func wrapped(_ widget: UnsafeMutablePointer<GtkWidget>) {
    wrappers += 1
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    guard g_object_get_qdata(object, mark) == nil else { return }
    g_object_set_qdata(object, mark, object)
    widgets += 1
    stage_on_finalize(widget, finalized, nil)
  }

  fileprivate func forget() { widgets -= 1 }

  /// Counts an object that is no widget until it is finalized, on the main thread.
  package func made(_ object: UnsafeMutableRawPointer) {
    objects += 1
    stage_on_finalize(object, objectFinalized, nil)
  }

  fileprivate func forgetObject() { objects -= 1 }

  func unwrapped() { wrappers -= 1 }
}

/// Not a closure on the main actor, which would stop on another thread without a message.
private func finalized(_ data: UnsafeMutableRawPointer?) {
  onMainThread { WidgetCensus.shared.forget() }
}

private func objectFinalized(_ data: UnsafeMutableRawPointer?) {
  onMainThread { WidgetCensus.shared.forgetObject() }
}
#endif
