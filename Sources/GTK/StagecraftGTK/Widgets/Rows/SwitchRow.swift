#if GTK
internal import CAdwaita

/// A row with a switch; a click anywhere in it turns the switch.
///
/// ```swift
/// let row = SwitchRow("Remind me", subtitle: "Two days before a book is due", isActive: true)
/// row.onToggle = { isActive in reminders.areOn = isActive }
/// ```
open class SwitchRow: ActionRow {
  /// Called when the switch has been turned, by the user or the program.
  public var onToggle: (@MainActor (Bool) -> Void)?

  private let toggle: Switch

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title, which is also what assistive technologies call the switch.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - isActive: Whether the switch is on.
  public init(_ title: String, subtitle: String = "", isActive: Bool = false) {
    toggle = Switch(label: title, isActive: isActive)
    super.init(title, subtitle: subtitle, adw_action_row_new())
    addSuffix(toggle)
    activatableWidget = toggle
    toggle.onToggle = { [weak self] isActive in self?.onToggle?(isActive) }
    on("notify::title") { [weak self] _ in
      guard let self else { return }
      toggle.setAccessibleLabel(self.title)
    }
  }

  /// Whether the switch is on.
  public var isActive: Bool {
    get { toggle.isActive }
    set { if newValue != isActive { toggle.isActive = newValue } }
  }
}
#endif
