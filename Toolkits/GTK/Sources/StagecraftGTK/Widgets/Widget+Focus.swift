internal import CGTK

extension Widget {
  /// Takes the keyboard focus from the widget and those in it, before it is hidden or removed.
  ///
  /// GTK 4.8 keeps a reference to what is hidden while it has the focus, until the window is next
  /// drawn; if that happens twice before, or the window is never drawn again, the widget leaks.
  func releaseFocus() {
    withRaw { raw in
      guard containsFocus, let root = gtk_widget_get_root(raw) else { return }
      gtk_root_set_focus(root, nil)
    }
  }

  /// Gives the focus to the first widget in this one that accepts it, as the Tab key does.
  func focusFirst() { withRaw { _ = gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) } }
}
