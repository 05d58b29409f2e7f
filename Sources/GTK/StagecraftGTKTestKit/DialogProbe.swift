#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK
public import StagecraftGTK

/// An alert on the screen, which a test reads and answers.
@MainActor
public struct DialogProbe {
  /// The dialog.
  public let dialog: Widget

  /// The alerts on the screen.
  public static var all: [DialogProbe] {
    guard let list = gtk_window_get_toplevels() else { return [] }
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let item = g_list_model_get_item(list, position) else { return nil }
      defer { g_object_unref(item) }
      let widget = item.assumingMemoryBound(to: GtkWidget.self)
      guard isInstance(item, adw_message_dialog_get_type()), gtk_widget_get_mapped(widget) != 0
      else { return nil }
      return DialogProbe(dialog: Widget(widget))
    }
  }

  private static func isInstance(_ object: UnsafeMutableRawPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  /// The title.
  public var title: String {
    dialog.withRaw(as: AdwMessageDialog.self) {
      adw_message_dialog_get_heading($0).map { String(cString: $0) } ?? ""
    }
  }

  /// The message below the title.
  public var message: String {
    dialog.withRaw(as: AdwMessageDialog.self) {
      adw_message_dialog_get_body($0).map { String(cString: $0) } ?? ""
    }
  }

  /// The labels of the buttons that are shown, in order.
  public var buttons: [String] {
    var labels: [String] = []
    forEachButton { button in labels.append(Self.label(of: button)) }
    return labels
  }

  /// Returns the classes of a button's style.
  ///
  /// - Parameter label: The label of the button.
  /// - Returns: The classes; empty if there is no such button.
  public func styles(of label: String) -> [String] {
    var styles: [String] = []
    forEachButton { button in
      guard Self.label(of: button) == label else { return }
      let widget = UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
      guard let names = gtk_widget_get_css_classes(widget) else { return }
      defer { g_strfreev(names) }
      var next = names
      while let name = next.pointee {
        styles.append(String(cString: name))
        next += 1
      }
    }
    return styles
  }

  /// The label of the button with the keyboard focus; nil if there is none.
  public var focusedButton: String? {
    var focused: String?
    forEachButton { button in
      let widget = UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkWidget.self)
      if gtk_widget_is_focus(widget) != 0 { focused = Self.label(of: button) }
    }
    return focused
  }

  /// Clicks a button.
  ///
  /// - Parameter label: The label of the button.
  /// - Returns: Whether there is one.
  @discardableResult
  public func click(_ label: String) -> Bool {
    var found: UnsafeMutablePointer<GtkButton>?
    forEachButton { button in if Self.label(of: button) == label { found = button } }
    guard let found else { return false }
    stage_emit(found, "clicked")
    return true
  }

  /// Does what the key Escape does.
  public func pressEscape() {
    dialog.withRaw { _ = gtk_widget_activate_action_variant($0, "window.close", nil) }
  }

  /// Does what the key Enter does.
  public func pressEnter() {
    dialog.withRaw(as: GtkWindow.self) { window in
      if let focus = gtk_window_get_focus(window), Self.isInstance(focus, gtk_button_get_type()) {
        stage_emit(focus, "clicked")
      } else {
        stage_emit(window, "activate-default")
      }
    }
  }

  private static func label(of button: UnsafeMutablePointer<GtkButton>) -> String {
    let label = gtk_button_get_label(button).map { String(cString: $0) } ?? ""
    guard gtk_button_get_use_underline(button) != 0 else { return label }
    // Two underscores are one; a single one marks a shortcut.
    return label.split(separator: "__", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "_" } }.joined(separator: "_")
  }

  private func forEachButton(_ body: (UnsafeMutablePointer<GtkButton>) -> Void) {
    dialog.withRaw { Self.walk($0, body) }
  }

  private static func walk(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkButton>) -> Void
  ) {
    if isInstance(widget, gtk_button_get_type()), gtk_widget_get_mapped(widget) != 0 {
      body(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkButton.self))
    }
    var child = gtk_widget_get_first_child(widget)
    while let inner = child {
      walk(inner, body)
      child = gtk_widget_get_next_sibling(inner)
    }
  }
}
#endif
