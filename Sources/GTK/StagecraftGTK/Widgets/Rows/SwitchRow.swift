#if GTK
internal import CAdwaita

/// A row with a switch; a click anywhere in it turns the switch.
///
/// ```swift
/// let row = SwitchRow("Remind me", subtitle: "Two days before a book is due", isOn: true)
/// row.onChange = { isOn in reminders.isOn = isOn }
/// ```
open class SwitchRow: ActionRow {
  /// Called when the switch has been turned, by the user or the program.
  public var onChange: (@MainActor (Bool) -> Void)?

  private let toggle: Switch

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title, which is also what assistive technologies call the switch.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - isOn: Whether the switch is on.
  public init(_ title: String, subtitle: String = "", isOn: Bool = false) {
    toggle = Switch(label: title, isActive: isOn)
    super.init(title, subtitle: subtitle, adw_action_row_new())
    addSuffix(toggle)
    activatableWidget = toggle
    toggle.onToggle = { [weak self] isOn in self?.onChange?(isOn) }
    on("notify::title") { [weak self] _ in
      guard let self else { return }
      toggle.setAccessibleLabel(self.title)
    }
  }

  /// Whether the switch is on.
  public var isOn: Bool {
    get { toggle.isActive }
    set { if newValue != isOn { toggle.isActive = newValue } }
  }
}
#endif
