#if GTK
internal import CGTK
internal import StagecraftLists

struct FocusedRow<ID> {
  var id: ID
  var position: Int
  var cell: RowCell
}

extension RowsView {
  var focusedRow: FocusedRow<Element.ID>? {
    let focused: (position: Int, cell: RowCell)? = withList { list in
      guard let root = gtk_widget_get_root(list), let focus = gtk_root_get_focus(root),
        gtk_widget_is_ancestor(focus, list) != 0
      else { return nil }
      for cells in columns {
        for cell in cells.all.values {
          let isFocused = withRowWidget(of: cell, in: list) {
            focus == $0 || gtk_widget_is_ancestor(focus, $0) != 0
          }
          guard isFocused == true, let position = cell.position else { continue }
          return (position, cell)
        }
      }
      return nil
    }
    guard let focused, focused.position < count else { return nil }
    return FocusedRow(
      id: store.presenter.row(at: focused.position).id, position: focused.position,
      cell: focused.cell)
  }

  /// The identity of the row that contains the keyboard focus.
  public final var focusedRowID: Element.ID? { focusedRow?.id }

  /// Gives the keyboard focus to a row.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: Whether the row has the focus. A row without a widget cannot have it: scroll to it
  ///   first. No row receives it within a call of the view's, such as that of the closure which
  ///   shows a row.
  @discardableResult
  public final func focus(row id: Element.ID) -> Bool {
    guard !isBusy, let cell = cell(ofRow: id) else { return false }
    return focus(cell)
  }

  private func focus(_ cell: RowCell) -> Bool {
    withList { list in
      withRowWidget(of: cell, in: list) { gtk_widget_grab_focus($0) != 0 } ?? false
    }
  }

  /// GTK would give it to another row with a widget, and scroll there.
  func dropFocus(from splice: ListSplice) {
    guard let row = focusBefore, let position = row.cell.position,
      (splice.position..<(splice.position + splice.removed)).contains(position)
    else { return }
    focusBefore = nil
    lostFocus = row
    withRaw { raw in
      if let root = gtk_widget_get_root(raw) { gtk_root_set_focus(root, nil) }
    }
  }

  /// To the same row, or to the nearest one in sight: one out of sight would be scrolled to.
  ///
  /// If another widget has the focus by then, it keeps it.
  func restoreFocusLater() {
    guard lostFocus != nil else { return }
    afterLayout { [weak self] in
      guard let self, let lost = lostFocus else { return }
      lostFocus = nil
      guard focusedWidget == nil || focusedRow != nil else { return }
      let height = withList { Double(gtk_widget_get_height($0)) }
      let seen = seenRows()
      let whole = seen.filter { row in
        row.frame.map { $0.y >= 0 && $0.y + $0.height <= height } ?? false
      }
      let position = snapshot?.index(of: lost.id)
      let row =
        seen.first { $0.position == position }
        ?? whole.min { abs($0.position - lost.position) < abs($1.position - lost.position) }
      if let row { _ = focus(row.cell) }
    }
  }

  /// The widget that has the focus of the window, for comparison only.
  private var focusedWidget: UnsafeMutablePointer<GtkWidget>? {
    withRaw { raw in gtk_widget_get_root(raw).flatMap { gtk_root_get_focus($0) } }
  }
}
#endif
