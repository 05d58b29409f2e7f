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
      guard let self, !isSetting else { return }
      onChange?(self.text)
    }
    on("activate") { [weak self] _ in self?.onActivate?() }
  }

  /// The text.
  public var text: String {
    get { withOpaque { String(cString: gtk_editable_get_text($0)) } }
    set {
      guard newValue != text else { return }
      // GTK empties the line first, which is no change of the program's.
      isSetting = true
      withOpaque { gtk_editable_set_text($0, newValue) }
      isSetting = false
      onChange?(text)
    }
  }

  private var isSetting = false

  /// The position of the cursor, counted in characters.
  public var cursor: Int {
    get { withOpaque { Int(gtk_editable_get_position($0)) } }
    set { withOpaque { gtk_editable_set_position($0, Int32(clamping: newValue)) } }
  }
}
#endif
