#if GTK
internal import CGTK

@MainActor
enum DialogParent {
  /// The window that the user works with, or any other; nil if none is on the screen.
  static func activeWindow() -> ObjectReference? {
    let windows = shownWindows
    let active = windows.first { gtk_window_is_active($0) != 0 }
    // The newest window is the last: if none is active, the program was probably just started, or
    // the user works with another program.
    return (active ?? windows.last).map { topmost(over: $0, of: windows) }
  }

  /// Nil if the widget is not on the screen.
  static func window(of widget: Widget) -> ObjectReference? {
    widget.withRaw { raw in
      guard let root = gtk_widget_get_root(raw) else { return nil }
      let windows = shownWindows
      let window = windows.first { OpaquePointer($0) == root }
      return window.map { topmost(over: $0, of: windows) }
    }
  }

  /// Where a dialog belongs if the window below it is hidden, or no longer topmost; nil if that
  /// window and all below it are off the screen.
  static func topmost(over window: ObjectReference, below dialog: Widget) -> ObjectReference? {
    let windows = dialog.withRaw(as: GtkWindow.self) { own in shownWindows.filter { $0 != own } }
    return window.withRaw(as: GtkWindow.self) { window in
      var next: UnsafeMutablePointer<GtkWindow>? = window
      // As below; a chain of hidden windows is short.
      for _ in 0..<64 {
        guard let hidden = next, !windows.contains(hidden) else { break }
        next = gtk_window_get_transient_for(hidden)
      }
      return next.flatMap { windows.contains($0) ? topmost(over: $0, of: windows) : nil }
    }
  }

  /// A dialog below a modal window could not be answered.
  private static func topmost(
    over window: UnsafeMutablePointer<GtkWindow>, of windows: [UnsafeMutablePointer<GtkWindow>]
  ) -> ObjectReference {
    var top = window
    // Each step goes to another window; the count ends a cycle, which GTK does not prevent.
    for _ in windows.indices {
      let next = windows.last { gtk_window_get_transient_for($0) == top && isModal($0) }
      guard let next else { break }
      top = next
    }
    return ObjectReference(top)
  }

  private static func isModal(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    gtk_window_get_modal(window) != 0
  }

  private static var shownWindows: [UnsafeMutablePointer<GtkWindow>] {
    guard let list = gtk_window_get_toplevels() else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let item = g_list_model_get_item(list, position) else { return nil }
      // The list retains the window as well.
      defer { g_object_unref(item) }
      let isShown = gtk_widget_get_mapped(item.assumingMemoryBound(to: GtkWidget.self)) != 0
      return isShown ? item.assumingMemoryBound(to: GtkWindow.self) : nil
    }
  }
}
#endif
