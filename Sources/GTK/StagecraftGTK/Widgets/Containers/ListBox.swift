#if GTK
internal import CGTK

/// Rows below each other, such as settings or the copies of a book.
///
/// It has a widget for each of its rows all the time. A ``ListView`` shows long lists.
///
/// ```swift
/// let copies = ListBox(isBoxed: true, [Label("Copy 1, Harbour"), Label("Copy 2, Old Town")])
/// copies.onActivate = { index, row in show(copy: index) }
/// ```
open class ListBox: Widget {
  /// Called when the user has activated a row, with a click or the Enter key; a turn later.
  public var onActivate: (@MainActor (Int, Widget) -> Void)?
  /// Called when another row is selected, or none; a turn later.
  public var onSelect: (@MainActor (Int?) -> Void)?

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - isBoxed: Whether it has a frame with rounded corners and lines between rows.
  ///   - selectsRows: Whether the user selects one of the rows.
  ///   - rows: The rows in it.
  public init(isBoxed: Bool = false, selectsRows: Bool = false, _ rows: [Widget] = []) {
    super.init(gtk_list_box_new())
    if isBoxed { addStyle("boxed-list") }
    withOpaque {
      gtk_list_box_set_selection_mode(
        $0, selectsRows ? GTK_SELECTION_SINGLE : GTK_SELECTION_NONE)
    }
    on("row-activated") { [weak self] parameters in
      guard let row = parameters.object(0) else { return }
      self?.activated(row.assumingMemoryBound(to: GtkListBoxRow.self))
    }
    on("row-selected") { [weak self] _ in
      // GTK is still working on the row, which the program may remove.
      Task { [weak self] in
        guard let self else { return }
        onSelect?(selectedIndex)
      }
    }
    for row in rows { append(row) }
  }

  private func activated(_ row: UnsafeMutablePointer<GtkListBoxRow>) {
    let index = Int(gtk_list_box_row_get_index(row))
    guard let widget = widget(in: row) else { return }
    Task { [weak self] in self?.onActivate?(index, widget) }
  }

  private func widget(in row: UnsafeMutablePointer<GtkListBoxRow>) -> Widget? {
    let content = gtk_list_box_row_get_child(row)
    return row.withMemoryRebound(to: GtkWidget.self, capacity: 1) { row in
      children.first { $0.wraps(row) || $0.wraps(content) }
    }
  }

  /// Whether the user activates a row with one click, instead of two; true at first.
  public var activatesOnSingleClick: Bool {
    get { withOpaque { gtk_list_box_get_activate_on_single_click($0) != 0 } }
    set { withOpaque { gtk_list_box_set_activate_on_single_click($0, newValue ? 1 : 0) } }
  }

  /// The index of the selected row; nil if there is none.
  public var selectedIndex: Int? {
    get {
      withOpaque { gtk_list_box_get_selected_row($0).map { Int(gtk_list_box_row_get_index($0)) } }
    }
    set {
      withOpaque { box in
        guard let newValue else { return gtk_list_box_unselect_all(box) }
        require(
          children.indices.contains(newValue), "There is no row \(newValue) of \(children.count).")
        gtk_list_box_select_row(box, gtk_list_box_get_row_at_index(box, Int32(newValue)))
      }
    }
  }

  /// Returns the row at a place.
  ///
  /// - Parameter index: The number of rows before it.
  /// - Returns: The row as it was added; nil if there are fewer rows.
  public func row(at index: Int) -> Widget? {
    guard children.indices.contains(index) else { return nil }
    return withOpaque { gtk_list_box_get_row_at_index($0, Int32(index)) }.flatMap { widget(in: $0) }
  }

  /// Adds a row at the end.
  ///
  /// - Parameter row: A widget that is in no other.
  public func append(_ row: Widget) { insert(row, at: children.count) }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: A widget that is in no other.
  ///   - index: The number of rows before it.
  public func insert(_ row: Widget, at index: Int) {
    require(
      (0...children.count).contains(index), "There is no place \(index) among \(children.count).")
    adopt(row)
    withOpaque { box in row.withRaw { gtk_list_box_insert(box, $0, Int32(index)) } }
  }

  /// Removes a row, if it is in the box.
  ///
  /// - Parameter row: The row as it was added.
  public func remove(_ row: Widget) {
    guard row.parent === self else { return }
    row.releaseFocus()
    withOpaque { box in
      row.withRaw { raw in
        let outer = gtk_widget_get_parent(raw)!
        if wraps(outer) { return gtk_list_box_remove(box, raw) }
        (outer.withMemoryRebound(to: GtkListBoxRow.self, capacity: 1) {
          gtk_list_box_row_set_child($0, nil)
        })
        gtk_list_box_remove(box, outer)
      }
    }
    disown(row)
  }

  /// Removes all rows.
  public func removeAll() { for row in children { remove(row) } }
}
#endif
