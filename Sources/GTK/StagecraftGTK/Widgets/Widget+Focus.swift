#if GTK
internal import CGTK

extension Widget {
  /// Whether the keyboard focus can be in the widget or in one in it.
  var acceptsFocus: Bool {
    get { withRaw { gtk_widget_get_can_focus($0) != 0 } }
    set { withRaw { gtk_widget_set_can_focus($0, newValue ? 1 : 0) } }
  }

  /// Takes the keyboard focus from the widget and those in it, before it is hidden or removed.
  ///
  /// GTK 4.8 keeps a reference to what is hidden while it has the focus, until the window is next
  /// drawn; if that happens twice before, or the window is never drawn again, the widget leaks.
  /// A widget that removes others calls this method on them first.
  public final func releaseFocus() {
    withRaw { raw in
      guard containsFocus, let root = gtk_widget_get_root(raw) else { return }
      gtk_root_set_focus(root, nil)
    }
  }

  /// From what is in a popover of the widget, before the popover is replaced.
  func releaseFocusInPopover() {
    withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root),
        let popover = gtk_widget_get_ancestor(focus, gtk_popover_get_type()),
        gtk_widget_is_ancestor(popover, raw) != 0
      else { return }
      gtk_root_set_focus(root, nil)
    }
  }

  /// GTK 4.8 writes a critical when a popover opens in a window without a focus.
  func ensureFocusInWindow() {
    withRaw { raw in
      guard let root = gtk_widget_get_root(raw), gtk_root_get_focus(root) == nil else { return }
      if gtk_widget_child_focus(raw, GTK_DIR_TAB_FORWARD) != 0 { return }
      UnsafeMutableRawPointer(root).withMemoryRebound(to: GtkWidget.self, capacity: 1) {
        _ = gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD)
      }
    }
  }

  /// Keeps the focus if its widget is shown in the end; the reason is that of ``releaseFocus()``.
  func keepingFocus(_ body: () -> Void) {
    guard containsFocus else { return body() }
    withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root), focus != raw
      else { return body() }
      g_object_ref(focus)
      defer { g_object_unref(focus) }
      gtk_root_set_focus(root, nil)
      body()
      if gtk_widget_get_mapped(focus) != 0, gtk_widget_is_ancestor(focus, raw) != 0 {
        gtk_root_set_focus(root, focus)
      }
    }
  }

  /// As the Tab key does.
  func focusFirst() { withRaw { _ = gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) } }
}
#endif
