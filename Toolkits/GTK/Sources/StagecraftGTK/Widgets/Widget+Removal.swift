internal import CGTK

extension Widget {
  /// Takes the keyboard focus away from a widget that is about to be removed from its window.
  ///
  /// GTK 4.8 keeps a reference to a widget that is removed with the focus, until the next frame:
  /// if a second one is removed before, it leaks the first, and if the window is closed before, it
  /// leaks the last. Call this method before GTK removes the child.
  ///
  /// - Parameter child: The widget that is about to be removed.
  public final func takeFocus(from child: Widget) {
    child.withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root),
        focus == raw || gtk_widget_is_ancestor(focus, raw) != 0
      else { return }
      gtk_root_set_focus(root, nil)
    }
  }
}
