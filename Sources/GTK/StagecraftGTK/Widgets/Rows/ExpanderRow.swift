#if GTK
internal import CAdwaita
internal import CGTK

/// A row that shows further rows when the user opens it.
///
/// ```swift
/// let row = ExpanderRow("Copies", subtitle: "2 of 4 in stock", [ActionRow("1"), ActionRow("2")])
/// ```
open class ExpanderRow: PreferencesRow {
  /// Called when the row has been opened or closed, by the user or the program.
  public var onExpand: (@MainActor (Bool) -> Void)?

  private var added: [Widget] = []

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - rows: The rows in it.
  public init(_ title: String, subtitle: String = "", _ rows: [Widget] = []) {
    super.init(title, adw_expander_row_new())
    self.subtitle = subtitle
    for row in rows { add(row) }
    on("notify::expanded") { [weak self] _ in
      guard let self else { return }
      onExpand?(isExpanded)
    }
  }

  private func withExpander<Result>(
    _ body: (UnsafeMutablePointer<AdwExpanderRow>) -> Result
  ) -> Result { withRaw(as: AdwExpanderRow.self, body) }

  /// A text below the title, in smaller letters.
  public var subtitle: String {
    get { withExpander { adw_expander_row_get_subtitle($0).map { String(cString: $0) } ?? "" } }
    set { withExpander { adw_expander_row_set_subtitle($0, newValue) } }
  }

  /// Whether the rows in it are shown.
  public var isExpanded: Bool {
    get { withExpander { adw_expander_row_get_expanded($0) != 0 } }
    set { withExpander { adw_expander_row_set_expanded($0, newValue ? 1 : 0) } }
  }

  /// The rows in it.
  public var rows: [Widget] {
    children.filter { child in !(child is Popover) && !added.contains { $0 === child } }
  }

  /// Adds a row at the end.
  ///
  /// - Parameter row: A widget that is in no other.
  public func add(_ row: Widget) {
    adopt(row)
    withExpander { expander in row.withRaw { adw_expander_row_add_row(expander, $0) } }
  }

  /// Adds a widget beside the title, before those that were added before; it is centred vertically.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addSuffix(_ widget: Widget) {
    adopt(widget)
    added.append(widget)
    widget.verticalAlignment = .center
    withExpander { expander in widget.withRaw { adw_expander_row_add_action(expander, $0) } }
  }

  /// Removes a row or a widget, if it is in this row.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withExpander { expander in
      widget.withRaw { raw in
        // GTK has put what is no row into one.
        let outer = gtk_widget_get_parent(raw)!
        if isInstance(outer, of: gtk_list_box_row_get_type()) {
          gtk_list_box_row_set_child(
            UnsafeMutableRawPointer(outer).assumingMemoryBound(to: GtkListBoxRow.self), nil)
          adw_expander_row_remove(expander, outer)
        } else {
          adw_expander_row_remove(expander, raw)
        }
      }
    }
    added.removeAll { $0 === widget }
    disown(widget)
  }
}
#endif
