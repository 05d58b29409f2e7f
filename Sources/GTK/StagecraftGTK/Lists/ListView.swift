#if GTK
internal import CGTK
public import StagecraftLists

/// A list of rows, one below the other, of which only those in sight have widgets.
///
/// ```swift
/// let list = ListView(orders, selection: .single) {
///   Label()
/// } show: { label, order in
///   label.text = order.title
/// }
/// list.onActivate = { order in navigation.show(order) }
/// let view = ScrolledView(list)
/// ```
///
/// A `GroupedList` is shown in sections, with a header above each. See ``RowsView`` for what a view
/// guarantees.
@MainActor
public final class ListView<Element: Identifiable & Sendable>: RowsView<Element>
where Element.ID: Sendable {
  /// Creates a view of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - selection: How many rows the user can select.
  ///   - makeRow: Creates the widget of a row.
  ///   - show: Shows a row in a widget that may have shown another one; called again when the row
  ///     has changed.
  public convenience init<Row: Widget>(
    _ list: some ListReading<Element>, selection: RowSelectionMode = .none,
    makeRow: @escaping @MainActor () -> Row,
    show: @escaping @MainActor (Row, Element) -> Void
  ) {
    self.init(
      RowStore(SplicePresenter(list), selection: selection),
      RowCells(of: Element.self, make: makeRow, show: show))
  }

  init(_ store: RowStore<Element>, _ cells: RowCells) {
    super.init(store, columns: [cells]) { store in
      gtk_list_view_new(store.retainedSelectionModel(), cells.retainedFactory())
    }
  }

  /// Whether there are lines between the rows.
  public var hasSeparators: Bool {
    get { withOpaque { gtk_list_view_get_show_separators($0) != 0 } }
    set { withOpaque { gtk_list_view_set_show_separators($0, newValue ? 1 : 0) } }
  }

  /// Whether one click activates a row, instead of two.
  public var activatesOnSingleClick: Bool {
    get { withOpaque { gtk_list_view_get_single_click_activate($0) != 0 } }
    set { withOpaque { gtk_list_view_set_single_click_activate($0, newValue ? 1 : 0) } }
  }
}

extension RowCells {
  convenience init<Row: Widget, Element: Identifiable & Sendable>(
    of type: Element.Type, make: @escaping @MainActor () -> Row,
    show: @escaping @MainActor (Row, Element) -> Void
  ) where Element.ID: Sendable {
    self.init(
      make: { make() },
      show: { widget, payload in
        let box = unsafeDowncast(payload, to: RowBox<Element>.self)
        show(unsafeDowncast(widget, to: Row.self), box.element)
      })
  }
}
#endif
