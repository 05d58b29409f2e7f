#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftLists

@MainActor
class RowPayload {
  /// The row object has ended, maybe earlier than its content.
  func rowEnded() {}
}

@MainActor
final class RowBox<Element: Identifiable & Sendable>: RowPayload where Element.ID: Sendable {
  let id: Element.ID
  var element: Element
  private weak var store: RowStore<Element>?

  fileprivate init(_ element: Element, store: RowStore<Element>) {
    id = element.id
    self.element = element
    self.store = store
  }

  override func rowEnded() { store?.rowEnded(id) }
}

/// The rows that a presenter shows, as GTK objects: one for each identity that is in use.
@MainActor
final class RowStore<Element: Identifiable & Sendable>: RowSource where Element.ID: Sendable {
  let presenter: SplicePresenter<Element>
  var selection: RowSelection<Element.ID>
  /// Called after the user has changed the selection.
  var onChoice: (@MainActor () -> Void)?
  private(set) var requests = 0

  /// The living row objects; GTK retains them.
  private var rows: [Element.ID: UnsafeMutableRawPointer] = [:]
  private var isChanging = false

  init(_ presenter: SplicePresenter<Element>, selection: RowSelectionMode) {
    self.presenter = presenter
    self.selection = RowSelection(selection)
    super.init(count: presenter.count)
  }

  var livingRows: Int { rows.count }

  override var count: Int { presenter.count }

  override func retainedRow(at position: Int) -> UnsafeMutableRawPointer? {
    requests += 1
    guard position < presenter.count else { return nil }
    let element = presenter.row(at: position)
    if let row = rows[element.id] {
      // A row that is replaced by itself may have changed, in a reset without notice.
      if isChanging { note(element, in: row) }
      return g_object_ref(row)
    }
    let row = stage_row_new(
      Unmanaged<RowPayload>.passRetained(RowBox(element, store: self)).toOpaque(),
      { Unmanaged<RowPayload>.fromOpaque($0!).takeRetainedValue().rowEnded() })!
    WidgetCensus.shared.made(row)
    rows[element.id] = row
    return row
  }

  fileprivate func rowEnded(_ id: Element.ID) { rows[id] = nil }

  /// GTK may request rows again meanwhile.
  func change(_ body: () -> Void) {
    isChanging = true
    body()
    isChanging = false
  }

  func refreshRows(where isUpdated: (Int) -> Bool) {
    guard let shown = presenter.snapshot else { return }
    for (id, row) in rows {
      guard let position = shown.index(of: id), isUpdated(position) else { continue }
      note(shown[position], in: row)
    }
  }

  func content(of row: UnsafeMutableRawPointer) -> RowBox<Element> { box(of: row) }

  /// Each cell of the row shows it once.
  private func note(_ element: Element, in row: UnsafeMutableRawPointer) {
    box(of: row).element = element
    stage_row_touch(row)
  }

  private func box(of row: UnsafeMutableRawPointer) -> RowBox<Element> {
    let payload = Unmanaged<RowPayload>.fromOpaque(stage_row_payload(row)).takeUnretainedValue()
    return unsafeDowncast(payload, to: RowBox<Element>.self)
  }

  // MARK: The selection

  override func isSelected(at position: Int) -> Bool {
    guard !selection.ids.isEmpty, position < presenter.count else { return false }
    return selection.ids.contains(presenter.row(at: position).id)
  }

  override var selectedPositions: [Int] {
    guard let rows = presenter.snapshot else { return [] }
    return selection.ids.compactMap { rows.index(of: $0) }
  }

  override func choose(_ chosen: OpaquePointer, among mask: OpaquePointer) -> Bool {
    guard selection.mode != .none, let rows = presenter.snapshot else { return false }
    var ids: Set<Element.ID> = []
    var iterator = GtkBitsetIter()
    var position: UInt32 = 0
    var exists = gtk_bitset_iter_init_first(&iterator, chosen, &position) != 0
    while exists {
      if Int(position) < rows.count, gtk_bitset_contains(mask, position) != 0 {
        ids.insert(rows[Int(position)].id)
      }
      exists = gtk_bitset_iter_next(&iterator, &position) != 0
    }
    let changed = selection.choose(ids) { id in
      guard let position = rows.index(of: id) else { return true }
      return gtk_bitset_contains(mask, UInt32(position)) != 0
    }
    announceSelection(of: changed)
    if changed?.isEmpty != true { onChoice?() }
    return true
  }

  /// Nil are many.
  func announceSelection(of ids: Set<Element.ID>?) {
    guard let rows = presenter.snapshot, !rows.isEmpty else { return }
    guard let ids else { return announceSelection(0..<rows.count) }
    for position in ids.compactMap({ rows.index(of: $0) }) {
      announceSelection(position..<(position + 1))
    }
  }
}
#endif
