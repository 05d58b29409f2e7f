#if GTK
internal import CGTK
public import StagecraftLists

extension ListView {
  /// Creates a view of a list in sections, with a header above the first row of each.
  ///
  /// ```swift
  /// let list = ListView(orders.grouped(by: \.branch)) {
  ///   Label()
  /// } show: { label, order in
  ///   label.text = order.title
  /// } makeHeader: {
  ///   Label(alignment: .center)
  /// } showHeader: { header, branch in
  ///   header.text = branch
  /// }
  /// ```
  ///
  /// - A header is in the cell of its row, with every version of GTK: it scrolls with the row, and
  ///   has the background of a selected one. A click on it neither selects nor activates the row.
  /// - After changes, only those headers are shown again whose rows have become, or are no longer,
  ///   the first of a section, or are in another cell. Because of them, rows in sight move by the
  ///   height of the headers that come and go.
  /// - A section without rows has no header.
  /// - A cell receives a header when it first shows the beginning of a section.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - selection: How many rows the user can select.
  ///   - makeRow: Creates the widget of a row.
  ///   - show: Shows a row in a widget that may have shown another one; called again when the row
  ///     has changed.
  ///   - makeHeader: Creates the widget of a header.
  ///   - showHeader: Shows the key of a section in a widget that may have shown another one.
  public convenience init<Key, Row: Widget, Header: Widget>(
    _ list: GroupedList<Key, Element>, selection: RowSelectionMode = .none,
    makeRow: @escaping @MainActor () -> Row,
    show: @escaping @MainActor (Row, Element) -> Void,
    makeHeader: @escaping @MainActor () -> Header,
    showHeader: @escaping @MainActor (Header, Key) -> Void
  ) {
    let headers = SectionHeaders(list, make: makeHeader) { header, key in
      showHeader(unsafeDowncast(header, to: Header.self), key)
    }
    let cells = RowCells(
      make: { headers.makeCell(makeRow()) },
      show: { widget, payload in
        let box = unsafeDowncast(payload, to: RowBox<Element>.self)
        let cell = unsafeDowncast(widget, to: SectionCell.self)
        show(unsafeDowncast(cell.row, to: Row.self), box.element)
        headers.rowChanged(in: cell, to: box.id)
      })
    self.init(RowStore(headers.presenter, selection: selection), cells)
    showHeaders = { headers.update($0) }
  }

  /// Returns the widget of the header above a row.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: The widget; nil if the row is not the first one of a section, or has no widget.
  public func header(ofRow id: Element.ID) -> Widget? {
    let header = (cell(ofRow: id)?.widget as? SectionCell)?.header
    return header?.isVisible == true ? header : nil
  }
}
#endif
