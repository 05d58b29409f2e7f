#if GTK
internal import CGTK

/// A switch that is on or off.
open class Switch: Widget {
  /// Called when it has been switched, by the user or the program.
  public var onToggle: (@MainActor (Bool) -> Void)?

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - label: What assistive technologies call it.
  ///   - isActive: Whether it is on.
  ///   - onToggle: Called when it has been switched.
  public init(label: String, isActive: Bool = false, onToggle: (@MainActor (Bool) -> Void)? = nil) {
    super.init(gtk_switch_new())
    setAccessibleLabel(label)
    // Otherwise it is stretched.
    verticalAlignment = .center
    horizontalAlignment = .center
    self.isActive = isActive
    self.onToggle = onToggle
    on("notify::active") { [weak self] _ in
      guard let self else { return }
      self.onToggle?(self.isActive)
    }
  }

  /// Whether it is on.
  public var isActive: Bool {
    get { withOpaque { gtk_switch_get_active($0) != 0 } }
    set { withOpaque { gtk_switch_set_active($0, newValue ? 1 : 0) } }
  }
}
#endif
