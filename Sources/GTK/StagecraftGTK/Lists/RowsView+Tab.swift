#if GTK
internal import CGTK

/// Which way the Tab key goes.
enum TabDirection {
  case forward
  case backward

  fileprivate var raw: GtkDirectionType {
    self == .forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
  }
}

extension RowsView {
  /// GTK 4.8 goes through all rows before Tab leaves a list; GTK 4.12 lets a list say otherwise.
  func listenToTab() {
    onKey(Key.tab) { [weak self] in self?.tab(.forward) ?? false }
    // The key that X11 and Wayland send for Shift+Tab.
    onKey(Key.leftTab, Key.shift) { [weak self] in self?.tab(.backward) ?? false }
  }

  /// Moves the focus within its row, or else out of the view.
  ///
  /// - Returns: Whether it has moved. A table leaves the key to GTK.
  func tab(_ direction: TabDirection) -> Bool {
    withList { list in
      guard withRaw({ $0 == list }), let row = gtk_widget_get_focus_child(list),
        let root = gtk_widget_get_root(list)
      else { return false }
      if let content = gtk_widget_get_focus_child(row),
        gtk_widget_child_focus(content, direction.raw) != 0
      {
        return true
      }
      // What cannot have the focus is passed over.
      gtk_widget_set_can_focus(list, 0)
      defer { gtk_widget_set_can_focus(list, 1) }
      return UnsafeMutableRawPointer(root).withMemoryRebound(to: GtkWidget.self, capacity: 1) {
        gtk_widget_child_focus($0, direction.raw) != 0
      }
    }
  }
}
#endif
