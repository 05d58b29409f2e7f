#if GTK
internal import CGTK
internal import CStageGTK

/// A button that opens a menu or a popover.
open class MenuButton: Widget {
  /// Creates a button with a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - menu: The menu that it opens; nil if a menu or a popover is set later.
  public init(_ text: String, menu: Menu? = nil) {
    super.init(gtk_menu_button_new())
    self.text = text
    withRaw { stage_close_popovers_on_unmap($0) }
    self.menu = menu
    menuChanged(from: nil)
  }

  /// Creates a button with an icon.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the theme, such as `open-menu-symbolic`.
  ///   - label: What assistive technologies call it; also shown when the pointer rests on it.
  ///   - menu: The menu that it opens; nil if a menu or a popover is set later.
  public init(icon: String, label: String, menu: Menu? = nil) {
    super.init(gtk_menu_button_new())
    withOpaque { gtk_menu_button_set_icon_name($0, icon) }
    tooltip = label
    setAccessibleLabel(label)
    // The inner button has the keyboard focus.
    withRaw { if let inner = gtk_widget_get_first_child($0) { stage_set_label(inner, label) } }
    withRaw { stage_close_popovers_on_unmap($0) }
    self.menu = menu
    menuChanged(from: nil)
  }

  /// The text; empty if the button has an icon.
  public var text: String {
    get { withOpaque { gtk_menu_button_get_label($0).map { String(cString: $0) } ?? "" } }
    set { withOpaque { gtk_menu_button_set_label($0, newValue) } }
  }

  /// The menu that the button opens.
  ///
  /// It takes the place of a popover.
  public var menu: Menu? {
    didSet { if menu !== oldValue { menuChanged(from: oldValue) } }
  }

  private func menuChanged(from old: Menu?) {
    releaseFocusInPopover()
    old?.uninstall(from: self)
    guard let menu else {
      if old != nil { withOpaque { gtk_menu_button_set_menu_model($0, nil) } }
      return
    }
    popover = nil
    menu.install(in: self)
    withOpaque { button in menu.withModel { gtk_menu_button_set_menu_model(button, $0) } }
  }

  /// The popover that the button opens.
  ///
  /// One that is set must be in no other widget, and takes the place of a menu.
  public var popover: Popover? {
    didSet {
      guard popover !== oldValue else { return }
      if popover != nil { menu = nil }
      withOpaque { button in
        if let oldValue {
          releaseFocusInPopover()
          oldValue.popDown()
          gtk_menu_button_set_popover(button, nil)
          disown(oldValue)
        }
        if let popover {
          adopt(popover)
          popover.withRaw { gtk_menu_button_set_popover(button, $0) }
        }
      }
    }
  }

  /// Whether the key F10 opens the menu; false at first.
  public var isPrimary: Bool {
    get { withOpaque { gtk_menu_button_get_primary($0) != 0 } }
    set { withOpaque { gtk_menu_button_set_primary($0, newValue ? 1 : 0) } }
  }

  /// Whether the menu or popover is open.
  public var isOpen: Bool {
    withOpaque { button in
      guard let popover = gtk_menu_button_get_popover(button) else { return false }
      return UnsafeMutableRawPointer(popover).withMemoryRebound(to: GtkWidget.self, capacity: 1) {
        gtk_widget_get_visible($0) != 0
      }
    }
  }

  /// Opens the menu or popover.
  public func popUp() { withOpaque { gtk_menu_button_popup($0) } }

  /// Closes the menu or popover.
  public func popDown() { withOpaque { gtk_menu_button_popdown($0) } }
}
#endif
