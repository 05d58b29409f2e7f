/// What shows rows in sections and must be told of every change: a table, in most toolkits.
///
/// Toolkits implement this once for each kind of table, and hand their tables' questions for counts
/// and rows on to the ``ListPresenter`` that calls them. With UIKit it comes to this:
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
  /// They may not while the user drags one, nor while the surface is at work on other changes. Who
  /// says no here calls ``ListPresenter/surfaceBecameReady()`` when that is over.
  var isReadyForChanges: Bool { get }

  /// Whether the surface is on a screen. If not, it reloads rather than animate what nobody sees.
  var isInWindow: Bool { get }

  /// Performs changes as one batch.
  ///
  /// - Parameters:
  ///   - changes: what comes, goes and moves: at most so much as the presenter's limit says, valid,
  ///     and without moves that leave a row where it is. It names no updates.
  ///   - isAnimated: whether the user should see rows come and go.
  ///   - switchRows: to be called once, inside the batch. Until then the presenter answers as before
  ///     the changes, and from then on as after them. Where a toolkit's batch takes a closure that
  ///     may escape, as UIKit's does, `withoutActuallyEscaping` hands it on.
  func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void)

  /// Shows the new content of rows that stay where they are, in the cells that they have.
  ///
  /// Never called inside a batch; after one, it is called before anything else happens.
  ///
  /// - Parameter paths: where these rows are now, ascending.
  func reconfigureRows(at paths: [RowPath])

  /// Asks for everything anew.
  func reloadRows()
}
