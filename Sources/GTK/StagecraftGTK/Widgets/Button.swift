#if GTK
internal import CGTK
internal import CStageGTK

/// A button.
open class Button: Widget {
  /// Called when the button is clicked.
  public var onClick: (@MainActor () -> Void)?

  /// Creates a button with a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - onClick: Called when the button is clicked.
  public init(_ text: String, onClick: (@MainActor () -> Void)? = nil) {
    super.init(gtk_button_new_with_label(text))
    listen(onClick)
  }

  /// Creates a button with an icon.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the theme, such as `go-previous-symbolic`.
  ///   - label: What assistive technologies call it; also shown when the pointer rests on it.
  ///   - onClick: Called when the button is clicked.
  public init(icon: String, label: String, onClick: (@MainActor () -> Void)? = nil) {
    super.init(gtk_button_new_from_icon_name(icon))
    withRaw { gtk_widget_set_tooltip_text($0, label) }
    setAccessibleLabel(label)
    listen(onClick)
  }

  init(
    wrapping makeWidget: @autoclosure () -> UnsafeMutablePointer<GtkWidget>?,
    onClick: (@MainActor () -> Void)? = nil
  ) {
    super.init(makeWidget())
    listen(onClick)
  }

  private func listen(_ onClick: (@MainActor () -> Void)?) {
    self.onClick = onClick
    on("clicked") { [weak self] _ in self?.onClick?() }
  }

  /// The text.
  public var text: String {
    get {
      withRaw(as: GtkButton.self) { gtk_button_get_label($0).map { String(cString: $0) } ?? "" }
    }
    set { withRaw(as: GtkButton.self) { gtk_button_set_label($0, newValue) } }
  }

  /// The name of the icon, or an empty text if the button shows none.
  ///
  /// Setting it replaces what the button shows; its label for assistive technologies remains.
  public var icon: String {
    get {
      withRaw(as: GtkButton.self) {
        gtk_button_get_icon_name($0).map { String(cString: $0) } ?? ""
      }
    }
    set { withRaw(as: GtkButton.self) { gtk_button_set_icon_name($0, newValue) } }
  }

  /// Clicks the button, as the user does.
  ///
  /// A button that does not react to the user does not react to this method either.
  public func click() {
    guard isSensitive else { return }
    withRaw { stage_emit($0, "clicked") }
  }
}
#endif
