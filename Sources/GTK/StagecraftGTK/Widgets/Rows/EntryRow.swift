#if GTK
internal import CAdwaita
internal import CGTK

/// A row with a line of text that the user edits.
///
/// ```swift
/// let row = EntryRow("Name", text: reader.name)
/// row.onApply = { name in reader.rename(name) }
/// ```
open class EntryRow: PreferencesRow {
  /// Called when the text has changed.
  public var onChange: (@MainActor (String) -> Void)?
  /// Called when the user presses Enter.
  public var onActivate: (@MainActor () -> Void)?
  /// Called when the user has finished to change the text: with the button that the row shows after
  /// a change while there is a closure, or with Enter.
  public var onApply: (@MainActor (String) -> Void)? {
    didSet {
      withRaw(as: AdwEntryRow.self) {
        adw_entry_row_set_show_apply_button($0, onApply == nil ? 0 : 1)
      }
    }
  }

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title, which is also what assistive technologies call the line.
  ///   - text: The text.
  public init(_ title: String, text: String = "") {
    super.init(title, adw_entry_row_new())
    self.text = text
    on("changed") { [weak self] _ in
      guard let self, !setting.isActive else { return }
      onChange?(self.text)
    }
    on("entry-activated") { [weak self] _ in self?.onActivate?() }
    on("apply") { [weak self] _ in
      guard let self else { return }
      onApply?(self.text)
    }
  }

  /// The text.
  public var text: String {
    get { editableText }
    set { if setting.set(newValue, in: self) { onChange?(text) } }
  }

  private let setting = TextSetting()

  /// Adds a widget after the text.
  ///
  /// It is centred vertically.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addSuffix(_ widget: Widget) {
    adopt(widget)
    widget.verticalAlignment = .center
    withRaw(as: AdwEntryRow.self) { row in widget.withRaw { adw_entry_row_add_suffix(row, $0) } }
  }

  /// Removes a widget that was added, if it is in the row.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withRaw(as: AdwEntryRow.self) { row in widget.withRaw { adw_entry_row_remove(row, $0) } }
    disown(widget)
  }
}
#endif
