#if GTK
internal import CGTK

/// A button that stays pressed until it is clicked again.
///
/// Several in a row are filters, or a choice of one:
///
/// ```swift
/// let chips = ["All", "In Stock", "On Loan"].map { ToggleButton($0) }
/// for chip in chips.dropFirst() { chip.joinGroup(of: chips[0]) }
/// chips[0].isActive = true
/// let row = Box(.horizontal, chips)
/// row.addStyle("linked")
/// ```
open class ToggleButton: Button {
  /// Called when the button has been pressed or released, by the user or the program.
  public var onToggle: (@MainActor (Bool) -> Void)?

  /// Creates a button with a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isActive: Whether it is pressed.
  ///   - onToggle: Called when it has been pressed or released.
  public init(_ text: String, isActive: Bool = false, onToggle: (@MainActor (Bool) -> Void)? = nil)
  {
    super.init(wrapping: gtk_toggle_button_new_with_label(text))
    listen(isActive, onToggle)
  }

  /// Creates a button with an icon.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the theme, such as `edit-find-symbolic`.
  ///   - label: What assistive technologies call it; also shown when the pointer rests on it.
  ///   - isActive: Whether it is pressed.
  ///   - onToggle: Called when it has been pressed or released.
  public init(
    icon: String, label: String, isActive: Bool = false,
    onToggle: (@MainActor (Bool) -> Void)? = nil
  ) {
    super.init(wrapping: gtk_toggle_button_new())
    self.icon = icon
    tooltip = label
    setAccessibleLabel(label)
    listen(isActive, onToggle)
  }

  private func listen(_ isActive: Bool, _ onToggle: (@MainActor (Bool) -> Void)?) {
    self.isActive = isActive
    self.onToggle = onToggle
    on("toggled") { [weak self] _ in
      guard let self else { return }
      self.onToggle?(self.isActive)
    }
  }

  /// Whether the button is pressed.
  public var isActive: Bool {
    get { withRaw(as: GtkToggleButton.self) { gtk_toggle_button_get_active($0) != 0 } }
    set { withRaw(as: GtkToggleButton.self) { gtk_toggle_button_set_active($0, newValue ? 1 : 0) } }
  }

  /// Makes this button and another one, with all in its group, exclusive: at most one is pressed.
  ///
  /// - Parameter other: A button of the group.
  public func joinGroup(of other: ToggleButton) {
    require(other !== self, "A button joins the group of another one, not its own.")
    withRaw(as: GtkToggleButton.self) { own in
      other.withRaw(as: GtkToggleButton.self) { gtk_toggle_button_set_group(own, $0) }
    }
  }
}
#endif
