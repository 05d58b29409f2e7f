#if GTK
internal import CGTK

/// A line of text that the user edits.
open class Entry: Widget {
  /// Called when the text has changed.
  public var onChange: (@MainActor (String) -> Void)?
  /// Called when the user presses Enter.
  public var onActivate: (@MainActor () -> Void)?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - placeholder: What is shown while there is no text, and what assistive technologies call
  ///     the line.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(gtk_entry_new())
    withRaw(as: GtkEntry.self) { gtk_entry_set_placeholder_text($0, placeholder) }
    if !placeholder.isEmpty { setAccessibleLabel(placeholder) }
    self.text = text
    on("changed") { [weak self] _ in
      guard let self, !setting.isActive else { return }
      onChange?(self.text)
    }
    on("activate") { [weak self] _ in self?.onActivate?() }
  }

  /// The text.
  public var text: String {
    get { editableText }
    set { if setting.set(newValue, in: self) { onChange?(text) } }
  }

  private let setting = TextSetting()

  /// Whether each character is shown as a dot, as for a password; false at first.
  public var hidesText: Bool {
    get { withRaw(as: GtkEntry.self) { gtk_entry_get_visibility($0) == 0 } }
    set { withRaw(as: GtkEntry.self) { gtk_entry_set_visibility($0, newValue ? 0 : 1) } }
  }

  /// The position of the cursor, counted in characters.
  public var cursor: Int {
    get { withOpaque { Int(gtk_editable_get_position($0)) } }
    set { withOpaque { gtk_editable_set_position($0, Int32(clamping: newValue)) } }
  }
}

/// Sets the text of a line: GTK empties the line first, which is no change of the program's.
@MainActor
final class TextSetting {
  private(set) var isActive = false

  /// Returns whether the text was another one.
  func set(_ text: String, in widget: Widget) -> Bool {
    guard text != widget.editableText else { return false }
    isActive = true
    widget.withOpaque { gtk_editable_set_text($0, text) }
    isActive = false
    return true
  }
}

extension Widget {
  var editableText: String { withOpaque { String(cString: gtk_editable_get_text($0)) } }
}
#endif
