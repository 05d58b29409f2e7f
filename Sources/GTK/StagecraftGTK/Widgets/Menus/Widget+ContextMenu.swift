#if GTK
internal import CGTK
internal import CStageGTK

extension Widget {
  /// Opens a menu when the user asks for one: with the secondary button of the mouse, a long press
  /// on a touchscreen, the Menu key or Shift+F10.
  ///
  /// ```swift
  /// row.addContextMenu { [weak row] in
  ///   guard let order = row?.order else { return nil }
  ///   let menu = Menu()
  ///   menu.addItem("Cancel the Order") { orders.cancel(order) }
  ///   return menu
  /// }
  /// ```
  ///
  /// - The keys open the menu of the widget that has the keyboard focus, or of what is around it; in
  ///   a list or a box of rows, that of the row with the focus.
  /// - Of two widgets with menus, one in the other, the inner one opens its own.
  /// - What the menu does should be possible in another way, too: users do not see that it is there.
  ///
  /// - Parameter makeMenu: Called when the user asks; returns the menu, which may be the same each
  ///   time, or nil if there is none now. It must not retain the widget.
  public func addContextMenu(_ makeMenu: @escaping @MainActor () -> Menu?) {
    let menu = ContextMenu(of: self, makeMenu)
    withRaw {
      stage_add_context_menu(
        $0,
        { data, isAtPointer, x, y in
          nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
          return onMainThread {
            Unmanaged<ContextMenu>.fromOpaque(data).takeUnretainedValue()
              .open(isAtPointer != 0, x, y) ? 1 : 0
          }
        }, Unmanaged.passRetained(menu).toOpaque(),
        { data in
          nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
          onMainThread { Unmanaged<ContextMenu>.fromOpaque(data).release() }
        })
    }
    on("unmap") { [weak menu] _ in menu?.close() }
  }
}

@MainActor
private final class ContextMenu {
  private weak var widget: Widget?
  private let makeMenu: @MainActor () -> Menu?
  private var menu: Menu?
  private var popover: ObjectReference?

  init(of widget: Widget, _ makeMenu: @escaping @MainActor () -> Menu?) {
    self.widget = widget
    self.makeMenu = makeMenu
  }

  isolated deinit { remove() }

  func open(_ isAtPointer: Bool, _ x: Double, _ y: Double) -> Bool {
    guard let widget, widget.isMapped, widget.isSensitive, let menu = makeMenu(), menu.count > 0
    else { return false }
    if menu !== self.menu {
      remove()
      self.menu = menu
      let made = menu.makePopover()
      popover = ObjectReference(made)
      g_object_unref(made)
    }
    widget.ensureFocusInWindow()
    popover?.withRaw(as: GtkWidget.self) { popover in
      widget.withRaw { stage_menu_popover_open(popover, $0, isAtPointer ? 1 : 0, x, y) }
    }
    return true
  }

  func close() {
    popover?.withRaw(as: GtkWidget.self) { popover in
      // The reason is that of `releaseFocus()`.
      if let root = gtk_widget_get_root(popover), let focus = gtk_root_get_focus(root),
        gtk_widget_is_ancestor(focus, popover) != 0
      {
        gtk_root_set_focus(root, nil)
      }
    }
    popover?.withRaw(as: GtkPopover.self) { gtk_popover_popdown($0) }
  }

  private func remove() {
    close()
    popover?.withRaw(as: GtkWidget.self) { popover in
      // GTK 4.8 may leak what a popover stores of its actions; those of the menu end here.
      if let menu { gtk_widget_insert_action_group(popover, menu.actions.prefix, nil) }
      if let parent = gtk_widget_get_parent(popover) { stage_popover_detach(popover, parent) }
    }
    popover = nil
    menu = nil
  }
}
#endif
