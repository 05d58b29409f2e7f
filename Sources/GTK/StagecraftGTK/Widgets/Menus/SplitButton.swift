#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK

/// A button with a second one beside it that opens a menu.
open class SplitButton: Widget {
  /// Called when the first button is clicked.
  public var onClick: (@MainActor () -> Void)?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - menu: The menu of the second button.
  ///   - onClick: Called when the first button is clicked.
  public init(_ text: String, menu: Menu? = nil, onClick: (@MainActor () -> Void)? = nil) {
    super.init(adw_split_button_new())
    self.onClick = onClick
    self.text = text
    withRaw { stage_close_popovers_on_unmap($0) }
    self.menu = menu
    menuChanged(from: nil)
    on("clicked") { [weak self] _ in self?.onClick?() }
  }

  /// The text.
  public var text: String {
    get { withOpaque { adw_split_button_get_label($0).map { String(cString: $0) } ?? "" } }
    set { withOpaque { adw_split_button_set_label($0, newValue) } }
  }

  /// The menu of the second button.
  public var menu: Menu? {
    didSet { if menu !== oldValue { menuChanged(from: oldValue) } }
  }

  private func menuChanged(from old: Menu?) {
    releaseFocusInPopover()
    old?.uninstall(from: self)
    withOpaque { button in
      guard let menu else { return adw_split_button_set_menu_model(button, nil) }
      menu.install(in: self)
      menu.withModel { adw_split_button_set_menu_model(button, $0) }
    }
  }

  /// What is shown when the pointer rests on the second button.
  public var menuTooltip: String {
    get { withOpaque { String(cString: adw_split_button_get_dropdown_tooltip($0)) } }
    set { withOpaque { adw_split_button_set_dropdown_tooltip($0, newValue) } }
  }

  /// Opens the menu.
  public func popUp() { withOpaque { adw_split_button_popup($0) } }

  /// Closes the menu.
  public func popDown() { withOpaque { adw_split_button_popdown($0) } }
}
#endif
