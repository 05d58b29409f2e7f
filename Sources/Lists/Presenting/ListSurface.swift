/// A view that shows rows in sections and must be notified of every change: in most toolkits, a
/// table.
///
/// Implement this once for each kind of table, and forward the table's questions for counts and
/// rows to its ``ListPresenter``. With UIKit, this looks as follows:
///
/// ```swift
/// extension TableAdapter: ListSurface {
///   var isReadyForChanges: Bool { !table.hasUncommittedUpdates }
///   var isInWindow: Bool { table.window != nil }
///
///   func performBatch(
///     _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
///   ) {
///     table.performBatch(isAnimated: isAnimated) {
///       switchRows()
///       table.deleteSections(changes.sections.removals)
///       table.insertSections(changes.sections.insertions)
///       table.deleteRows(at: changes.removals)
///       table.insertRows(at: changes.insertions)
///       for move in changes.moves { table.moveRow(at: move.source, to: move.target) }
///     }
///   }
///
///   func reconfigureRows(at paths: [RowPath]) { table.reconfigureRows(at: paths) }
///   func reloadRows() { table.reloadData() }
/// }
/// ```
///
/// A surface may ask its presenter for counts and rows at any time, also while it is being called.
@MainActor
public protocol ListSurface: AnyObject {
  /// Whether rows may change now.
  ///
  /// They may not while the user drags a row, nor while the surface performs other changes. After
  /// returning false, call ``ListPresenter/surfaceBecameReady()`` as soon as changes are possible
  /// again.
  var isReadyForChanges: Bool { get }

  /// Whether the surface is on a screen; otherwise it reloads instead of animating.
  var isInWindow: Bool { get }

  /// Performs changes as one batch.
  ///
  /// - Parameters:
  ///   - changes: The removals, insertions and moves. They are valid, within the presenter's limit,
  ///     and without moves of a row to its own path. They have no updates.
  ///   - isAnimated: Whether to animate the changes.
  ///   - switchRows: Must be called once, inside the batch. Until then the presenter answers with
  ///     the old rows, and from then on with the new ones. If a toolkit's batch takes an escaping
  ///     closure, as UIKit's does, use `withoutActuallyEscaping`.
  func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void)

  /// Shows the new content of updated rows in their present cells.
  ///
  /// This is never called inside a batch; after a batch, it is called before anything else happens.
  ///
  /// - Parameter paths: The current paths of the rows, ascending.
  func reconfigureRows(at paths: [RowPath])

  /// Reloads all rows.
  func reloadRows()
}
