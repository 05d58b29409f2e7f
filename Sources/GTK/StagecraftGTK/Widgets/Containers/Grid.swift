#if GTK
internal import CGTK

/// Widgets in rows and columns.
open class Grid: Widget {
  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columnSpacing: The distance between columns in pixels.
  ///   - rowSpacing: The distance between rows in pixels.
  public init(columnSpacing: Int = 0, rowSpacing: Int = 0) {
    super.init(gtk_grid_new())
    let (columns, rows) = (UInt32(pixels(columnSpacing)), UInt32(pixels(rowSpacing)))
    withRaw(as: GtkGrid.self) {
      gtk_grid_set_column_spacing($0, columns)
      gtk_grid_set_row_spacing($0, rows)
    }
  }

  /// Adds a widget.
  ///
  /// - Parameters:
  ///   - widget: A widget that is in no other.
  ///   - column: Its first column, counted from 0.
  ///   - row: Its first row, counted from 0.
  ///   - columns: The number of columns that it takes.
  ///   - rows: The number of rows that it takes.
  public func attach(_ widget: Widget, column: Int, row: Int, columns: Int = 1, rows: Int = 1) {
    let places = -10_000...10_000
    require(
      places.contains(column) && places.contains(row) && (1...10_000).contains(columns)
        && (1...10_000).contains(rows),
      "There is no place for \(columns) columns and \(rows) rows at column \(column), row \(row).")
    adopt(widget)
    withRaw(as: GtkGrid.self) { grid in
      widget.withRaw {
        gtk_grid_attach(grid, $0, Int32(column), Int32(row), Int32(columns), Int32(rows))
      }
    }
  }

  /// Removes a widget, if it is in the grid.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withRaw(as: GtkGrid.self) { grid in widget.withRaw { gtk_grid_remove(grid, $0) } }
    disown(widget)
  }

  /// Whether all columns have the same width; false at first.
  public var hasHomogeneousColumns: Bool {
    get { withRaw(as: GtkGrid.self) { gtk_grid_get_column_homogeneous($0) != 0 } }
    set { withRaw(as: GtkGrid.self) { gtk_grid_set_column_homogeneous($0, newValue ? 1 : 0) } }
  }
}
#endif
