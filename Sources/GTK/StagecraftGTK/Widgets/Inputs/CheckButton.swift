#if GTK
internal import CGTK

/// A box with a check mark and a text, or one of several round ones of which one is chosen.
open class CheckButton: Widget {
  /// Called when the button has been switched on or off, by the user or the program.
  public var onToggle: (@MainActor (Bool) -> Void)?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - text: The text beside it.
  ///   - isActive: Whether it is on.
  ///   - onToggle: Called when it has been switched on or off.
  public init(_ text: String, isActive: Bool = false, onToggle: (@MainActor (Bool) -> Void)? = nil)
  {
    super.init(gtk_check_button_new_with_label(text))
    self.isActive = isActive
    self.onToggle = onToggle
    on("toggled") { [weak self] _ in
      guard let self else { return }
      self.onToggle?(self.isActive)
    }
  }

  /// The text beside it.
  public var text: String {
    get {
      withRaw(as: GtkCheckButton.self) {
        gtk_check_button_get_label($0).map { String(cString: $0) } ?? ""
      }
    }
    set { withRaw(as: GtkCheckButton.self) { gtk_check_button_set_label($0, newValue) } }
  }

  /// Whether the button is on.
  public var isActive: Bool {
    get { withRaw(as: GtkCheckButton.self) { gtk_check_button_get_active($0) != 0 } }
    set { withRaw(as: GtkCheckButton.self) { gtk_check_button_set_active($0, newValue ? 1 : 0) } }
  }

  /// Whether the button shows that it stands for things of which some are on and others off.
  public var isInconsistent: Bool {
    get { withRaw(as: GtkCheckButton.self) { gtk_check_button_get_inconsistent($0) != 0 } }
    set {
      withRaw(as: GtkCheckButton.self) { gtk_check_button_set_inconsistent($0, newValue ? 1 : 0) }
    }
  }

  /// Makes this button and another one, with all in its group, radio buttons: at most one is on.
  ///
  /// - Parameter other: A button of the group.
  public func joinGroup(of other: CheckButton) {
    require(other !== self, "A button joins the group of another one, not its own.")
    withRaw(as: GtkCheckButton.self) { own in
      other.withRaw(as: GtkCheckButton.self) { gtk_check_button_set_group(own, $0) }
    }
  }
}
#endif
