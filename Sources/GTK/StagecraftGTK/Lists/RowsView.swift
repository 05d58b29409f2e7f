#if GTK
internal import CGTK
internal import CStageGTK
public import StagecraftLists

/// What all views of lists have in common: ``ListView``, ``GridView`` and ``ColumnView``.
///
/// - **Changes** are applied at the beginning of a frame, at most once, all that were made since
///   the last time. Without changes, no frame is requested. A view that is not shown is updated
///   when it is shown again. A derived list that takes long to compute is computed in the background
///   first, and shown in a later frame.
/// - **What stays**: the rows that GTK has widgets for, first of all those in sight and the focused
///   one, stay where they are on the screen while others come and go, also when the list replaces
///   all rows. If none of them is left, the view scrolls to the nearest row that is, and otherwise
///   to the first one. Under a load that one thread cannot show, the newest version is shown at the
///   pace that it can hold.
/// - **The selection** is of identities. A row stays selected when it moves or changes; a row that
///   is removed is deselected.
/// - **Keys**: the arrows go from row to row. Tab goes through what is in a row, and then leaves the
///   view, as it does in GNOME's Files; a ``ColumnView`` goes through its rows.
/// - **Widgets** of rows are made by GTK as it needs them, some two hundred, and show other rows
///   later. A row's content is shown again only when it has changed.
///
/// The view retains the list. Put it into a ``ScrolledView``.
@MainActor
public class RowsView<Element: Identifiable & Sendable>: Widget where Element.ID: Sendable {
  /// Called a turn after the user has activated a row, with a double click or the Enter key.
  public final var onActivate: (@MainActor (Element) -> Void)?
  /// Called a turn after the selection has changed by itself: because the user has chosen other
  /// rows, or because selected rows were removed.
  public final var onSelectionChange: (@MainActor (Set<Element.ID>) -> Void)?

  let store: RowStore<Element>
  private lazy var surface = RowsSurface(self)
  let columns: [RowCells]
  var pacer = BatchPacer()
  private(set) var flushes = 0
  var isInFrame = false
  var isApplying = false
  var splices = 0
  var isRepairing = false
  /// Whether the current batch has removed all rows at once.
  var isReplaced = false
  var focusBefore: FocusedRow<Element.ID>?
  /// The row that has lost the focus to a batch, until another one has it.
  var lostFocus: FocusedRow<Element.ID>?
  /// The rows in sight before the last batch, until it is laid out.
  var placesBefore: [Int] = []
  var rowsBefore: ListSnapshot<Element>?
  var wantedRow: (id: Element.ID, place: RowPlace)?
  /// Whether removed rows are being searched for among the selected ones.
  var isSearchingSelection = false
  var isSelectionReported = true
  /// Nil without sections.
  var showHeaders: (@MainActor (RowCells) -> Void)?
  package final var onBatch: (@MainActor (RowBatch) -> Void)?

  init(
    _ store: RowStore<Element>, columns: [RowCells],
    makeWidget: (RowStore<Element>) -> UnsafeMutablePointer<GtkWidget>
  ) {
    self.store = store
    self.columns = columns
    super.init(makeWidget(store))
    expands = true
    store.presenter.attach(to: surface)
    store.onChoice = { [weak self] in self?.selectionChanged() }
    on("map") { [weak self] _ in self?.setShown(true) }
    on("unmap") { [weak self] _ in self?.setShown(false) }
    listenToTab()
    on("activate") { [weak self] parameters in self?.activated(parameters.integer(0)) }
  }

  /// The number of rows that are shown.
  public final var count: Int { store.count }

  /// The version of the list that is shown.
  ///
  /// It is behind the list until the next frame; see ``flush()``.
  public final var snapshot: ListSnapshot<Element>? { store.presenter.snapshot }

  /// Also while a batch is applied.
  package final func announcedRow(at position: Int) -> Element {
    store.presenter.row(at: position)
  }

  /// Shows the newest version of the list now rather than in the next frame.
  ///
  /// Call this before an edit that refers to what the user sees. Within a call of the view's, such
  /// as that of the closure which shows a row, the version is shown in the next frame.
  public final func flush() {
    guard !isBusy else { return }
    flushes += 1
    pacer.flushed()
    apply()
  }

  var isBusy: Bool { isApplying || columns.contains { $0.calls > 0 } }

  private func activated(_ position: Int) {
    guard position < store.count else { return }
    let element = store.presenter.row(at: position)
    // GTK is still working on the row, which the program may remove.
    Task { [weak self] in self?.onActivate?(element) }
  }
}

package struct RowBatch: Sendable {
  package var splices: Int
  /// Processor time of this thread.
  package var nanoseconds: Int
  package var wallNanoseconds: Int
  package var isCoarse: Bool
}
#endif
