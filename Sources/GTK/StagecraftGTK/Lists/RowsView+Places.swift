#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftLists

struct RealizedRow {
  var position: Int
  /// Nil if the row has no place in the view.
  var frame: WidgetFrame?
  var cell: RowCell
}

extension RowsView {
  /// With the view, or the part of it that contains the rows.
  func withList<Result>(_ body: (UnsafeMutablePointer<GtkWidget>) -> Result) -> Result {
    withRaw { body(stage_list_in($0)) }
  }

  func realizedRows(withFrames: Bool) -> [RealizedRow] {
    guard let cells = columns.first else { return [] }
    var rows: [RealizedRow] = []
    rows.reserveCapacity(cells.all.count)
    withList { list in
      for cell in cells.all.values {
        guard let position = cell.position else { continue }
        let frame = withFrames ? frame(of: cell, in: list) : nil
        rows.append(RealizedRow(position: position, frame: frame, cell: cell))
      }
    }
    return rows.sorted { $0.position < $1.position }
  }

  func frame(
    of cell: RowCell, in list: UnsafeMutablePointer<GtkWidget>
  ) -> WidgetFrame? {
    withRowWidget(of: cell, in: list) { row in
      // A widget that was made since the last frame has no size.
      guard gtk_widget_get_mapped(row) != 0, gtk_widget_get_child_visible(row) != 0,
        gtk_widget_get_width(row) > 0
      else { return nil }
      // With the margins that the style gives to rows.
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(row, list, &bounds) != 0 else { return nil }
      return WidgetFrame(
        x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
        height: Double(bounds.size.height))
    } ?? nil
  }

  func withRowWidget<Result>(
    of cell: RowCell, in list: UnsafeMutablePointer<GtkWidget>,
    _ body: (UnsafeMutablePointer<GtkWidget>) -> Result
  ) -> Result? {
    cell.widget.withRaw { raw in
      var row: UnsafeMutablePointer<GtkWidget>? = raw
      while let widget = row, gtk_widget_get_parent(widget) != list {
        row = gtk_widget_get_parent(widget)
      }
      return row.map(body)
    }
  }

  /// From the top.
  func seenRows() -> [RealizedRow] {
    realizedRows(withFrames: true).filter { isSeen($0.frame) }
  }

  func isSeen(_ frame: WidgetFrame?) -> Bool {
    guard let frame else { return false }
    let height = withList { Double(gtk_widget_get_height($0)) }
    return frame.y < height && frame.y + frame.height > 0
  }

  /// The identities of the rows in sight, from the top, as they were laid out in the last frame.
  public final var visibleRows: [Element.ID] {
    seenRows().compactMap { $0.position < count ? store.presenter.row(at: $0.position).id : nil }
  }

  /// Where a row is in the part of the view that contains the rows.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: The place, which may be out of sight, with the header above the row; nil if the row
  ///   has no widget.
  public final func frame(ofRow id: Element.ID) -> WidgetFrame? {
    guard let cell = cell(ofRow: id) else { return nil }
    return withList { frame(of: cell, in: $0) }
  }

  /// Returns the widget that shows a row.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: The widget, in the first column; nil if the row has none.
  public final func widget(ofRow id: Element.ID) -> Widget? { cell(ofRow: id)?.content }

  func cell(ofRow id: Element.ID) -> RowCell? {
    guard let position = snapshot?.index(of: id) else { return nil }
    return columns.first?.all.values.first { $0.position == position }
  }

  // MARK: Kept rows

  /// How many rows with widgets out of sight there are for each one that a coarse batch keeps.
  private var coarseStep: Int { 4 }

  func keptRows() -> [Range<Int>] {
    let rows = realizedRows(withFrames: true)
    let seen = rows.filter { isSeen($0.frame) }
    var kept = (pacer.detail == .exact ? rows : seen).map(\.position)
    if pacer.detail == .coarse {
      if let focusBefore { kept.append(focusBefore.position) }
      kept += rows.enumerated().filter { $0.offset % coarseStep == 0 }.map(\.element.position)
    }
    // Rows that were replaced since the last layout have no place: then the former ones count.
    if !seen.isEmpty || !isRepairing {
      placesBefore = (seen.isEmpty ? rows : seen).map(\.position)
      rowsBefore = snapshot
    }
    return kept.map { $0..<($0 + 1) }
  }
}
#endif
