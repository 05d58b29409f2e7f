#if GTK
internal import CGTK
public import StagecraftLists

/// Rows of a list side by side, as many as fit, in lines one below the other.
///
/// See ``RowsView`` for what it guarantees.
@MainActor
public final class GridView<Element: Identifiable & Sendable>: RowsView<Element>
where Element.ID: Sendable {
  /// Creates a view of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - selection: How many rows the user can select.
  ///   - columns: How many rows may be side by side.
  ///   - makeRow: Creates the widget of a row.
  ///   - show: Shows a row in a widget that may have shown another one; called again when the row
  ///     has changed.
  public init<Row: Widget>(
    _ list: some ListReading<Element>, selection: RowSelectionMode = .none,
    columns: ClosedRange<Int> = 1...7, makeRow: @escaping @MainActor () -> Row,
    show: @escaping @MainActor (Row, Element) -> Void
  ) {
    require(columns.lowerBound > 0, "A grid has one column at least.")
    let cells = RowCells(of: Element.self, make: makeRow, show: show)
    super.init(
      RowStore(SplicePresenter(list), selection: selection), columns: [cells]
    ) { store in
      let widget = gtk_grid_view_new(store.retainedSelectionModel(), cells.retainedFactory())!
      let grid = OpaquePointer(widget)
      gtk_grid_view_set_min_columns(grid, UInt32(columns.lowerBound))
      gtk_grid_view_set_max_columns(grid, UInt32(columns.upperBound))
      return widget
    }
  }

  /// Whether one click activates a row, instead of two.
  public var activatesOnSingleClick: Bool {
    get { withOpaque { gtk_grid_view_get_single_click_activate($0) != 0 } }
    set { withOpaque { gtk_grid_view_set_single_click_activate($0, newValue ? 1 : 0) } }
  }
}
#endif
