#if GTK
internal import CGTK
public import StagecraftLists

/// A column of a ``ColumnView``.
@MainActor
public struct ListColumn<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// The text above the column.
  public let title: String
  /// Whether the column takes the width that is left over.
  public let expands: Bool
  let cells: RowCells

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The text above the column.
  ///   - expands: Whether the column takes the width that is left over.
  ///   - makeCell: Creates the widget of a cell.
  ///   - show: Shows a row in a cell that may have shown another one; called again when the row has
  ///     changed.
  public init<Cell: Widget>(
    _ title: String, expands: Bool = false, makeCell: @escaping @MainActor () -> Cell,
    show: @escaping @MainActor (Cell, Element) -> Void
  ) {
    self.title = title
    self.expands = expands
    cells = RowCells(of: Element.self, make: makeCell, show: show)
  }
}

/// A table: rows of a list, one below the other, in columns with titles.
///
/// The order of the rows is that of the list; a `SortedList` has another one.
/// See ``RowsView`` for what it guarantees.
@MainActor
public final class ColumnView<Element: Identifiable & Sendable>: RowsView<Element>
where Element.ID: Sendable {
  /// Creates a table of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - selection: How many rows the user can select.
  ///   - columns: The columns, each in one table only.
  /// - Precondition: There is a column.
  public init(
    _ list: some ListReading<Element>, selection: RowSelectionMode = .none,
    columns: [ListColumn<Element>]
  ) {
    require(!columns.isEmpty, "A table has one column at least.")
    super.init(
      RowStore(SplicePresenter(list), selection: selection), columns: columns.map(\.cells)
    ) { store in
      let widget = gtk_column_view_new(store.retainedSelectionModel())!
      for column in columns {
        let raw = gtk_column_view_column_new(column.title, column.cells.retainedFactory())!
        gtk_column_view_column_set_expand(raw, column.expands ? 1 : 0)
        gtk_column_view_column_set_resizable(raw, 1)
        gtk_column_view_append_column(OpaquePointer(widget), raw)
        g_object_unref(UnsafeMutableRawPointer(raw))
      }
      return widget
    }
  }
}
#endif
