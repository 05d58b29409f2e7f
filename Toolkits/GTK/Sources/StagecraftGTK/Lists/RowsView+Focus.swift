internal import CGTK
internal import StagecraftLists

/// The row that contains the keyboard focus.
struct FocusedRow<ID> {
  var id: ID
  var position: Int
  var isSeen: Bool
}

extension RowsView {
  var focusedRow: FocusedRow<Element.ID>? {
    let focused: (Int, WidgetFrame?)? = withList { list in
      guard let root = gtk_widget_get_root(list), let focus = gtk_root_get_focus(root),
        gtk_widget_is_ancestor(focus, list) != 0
      else { return nil }
      for cells in columns {
        for cell in cells.all.values {
          let isFocused = withRowWidget(of: cell, in: list) {
            focus == $0 || gtk_widget_is_ancestor(focus, $0) != 0
          }
          guard isFocused == true, let position = cell.position else { continue }
          return (position, frame(of: cell, in: list))
        }
      }
      return nil
    }
    guard let (position, frame) = focused, position < count else { return nil }
    return FocusedRow(
      id: store.presenter.row(at: position).id, position: position, isSeen: isSeen(frame))
  }

  /// The identity of the row that contains the keyboard focus.
  public final var focusedRowID: Element.ID? { focusedRow?.id }

  /// Gives the keyboard focus to a row.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: Whether the row has the focus. A row without a widget cannot have it: scroll to it
  ///   first.
  @discardableResult
  public final func focus(row id: Element.ID) -> Bool {
    guard let cell = cell(ofRow: id) else { return false }
    return focus(cell)
  }

  private func focus(_ cell: RowCell) -> Bool {
    withList { list in
      withRowWidget(of: cell, in: list) { gtk_widget_grab_focus($0) != 0 } ?? false
    }
  }

  /// Gives the focus back to a row that has lost it because its widget was replaced.
  ///
  /// This happens after the rows have been laid out, and only if the focus has not left the list
  /// meanwhile. If the row was removed, or is out of sight now, the focus is given to the row that is
  /// nearest to its former place: giving it to a row out of sight would scroll.
  func restoreFocusLater(_ former: FocusedRow<Element.ID>?) {
    guard let former, former.isSeen, focusedRow?.id != former.id else { return }
    let lost = focusedWidget
    Task { [weak self] in
      // GTK may have chosen another row meanwhile.
      guard let self, focusedWidget == lost || focusedRow != nil else { return }
      let seen = seenRows()
      let position = snapshot?.index(of: former.id)
      let row =
        seen.first { $0.position == position }
        ?? seen.min { abs($0.position - former.position) < abs($1.position - former.position) }
      if let row { _ = focus(row.cell) }
    }
  }

  /// The widget that has the focus of the window, for comparison only.
  private var focusedWidget: UnsafeMutablePointer<GtkWidget>? {
    withRaw { raw in gtk_widget_get_root(raw).flatMap { gtk_root_get_focus($0) } }
  }
}
