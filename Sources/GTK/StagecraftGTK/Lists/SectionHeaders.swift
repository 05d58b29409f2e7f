#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftLists

/// The cell of a row with a place for a header above it.
@MainActor
class SectionCell: Box {
  let row: Widget
  /// Made when a row needs one, and hidden above the others.
  private(set) var header: Widget?

  init(_ row: Widget) {
    self.row = row
    super.init(.vertical)
    append(row)
  }

  func insert(_ header: Widget) {
    self.header = header
    adopt(header)
    withRaw(as: GtkBox.self) { box in header.withRaw { gtk_box_prepend(box, $0) } }
    // A click on the header is not one on the row.
    header.withRaw { stage_claim_clicks($0) }
  }
}

private final class KeyedSectionCell<Key: Hashable>: SectionCell {
  var state = HeaderState<Key>()
}

@MainActor
final class SectionHeaders<Key: Hashable & Sendable, Element: Identifiable & Sendable>
where Element.ID: Sendable {
  let presenter: SplicePresenter<Element>
  private let list: GroupedList<Key, Element>
  private let make: @MainActor () -> Widget
  private let show: @MainActor (Widget, Key) -> Void
  private var keys: SectionKeys<Key, Element>

  init(
    _ list: GroupedList<Key, Element>, make: @escaping @MainActor () -> Widget,
    show: @escaping @MainActor (Widget, Key) -> Void
  ) {
    self.list = list
    self.make = make
    self.show = show
    presenter = SplicePresenter(list)
    keys = SectionKeys(sections: list.snapshot())
  }

  func makeCell(_ row: Widget) -> SectionCell { KeyedSectionCell<Key>(row) }

  /// While a batch is applied, rows may still change their places: ``update(_:)`` follows.
  func rowChanged(in cell: Widget, to id: Element.ID) {
    guard let position = presenter.snapshot?.index(of: id) else { return }
    showHeader(in: cell, at: position)
  }

  func update(_ cells: RowCells) {
    keys = SectionKeys(sections: list.snapshot())
    for cell in cells.all.values {
      guard let position = cell.position, position < presenter.count else { continue }
      showHeader(in: cell.widget, at: position)
    }
  }

  private func showHeader(in cell: Widget, at position: Int) {
    guard let rows = presenter.snapshot else { return }
    let cell = unsafeDowncast(cell, to: KeyedSectionCell<Key>.self)
    let key = keys.header(at: position, of: rows, in: presenter.sectionRange(at: position))
    switch cell.state.update(to: key) {
    case .none: break
    case .hide: cell.header?.isVisible = false
    case .show(let key):
      let header = cell.header ?? make()
      if cell.header == nil { cell.insert(header) }
      show(header, key)
      header.isVisible = true
    }
  }
}
#endif
