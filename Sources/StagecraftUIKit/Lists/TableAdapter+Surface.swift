#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
internal import UIKit

extension TableAdapter: ListSurface {
  /// Whether the table accepts changes; false while the user drags a row.
  public var isReadyForChanges: Bool {
    guard let table else { return true }
    return !isUserInteracting && !table.hasUncommittedUpdates
  }

  /// Whether the table is in a window.
  public var isInWindow: Bool { table?.window != nil }

  /// Performs changes as one batch; called by the presenter.
  ///
  /// - Parameters:
  ///   - changes: The insertions, removals and moves.
  ///   - isAnimated: Whether the changes are animated.
  ///   - switchRows: Switches the rows; called inside the batch.
  public func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    guard let table else { return switchRows() }
    // The table must have requested the old counts before they change, even right after a reload.
    table.layoutIfNeeded()
    withoutActuallyEscaping(switchRows) { switchRows in
      let batch = BatchSwitch(switchRows)
      if isAnimated {
        perform(changes, on: table, with: rowAnimation, switching: batch)
      } else {
        UIView.performWithoutAnimation {
          perform(changes, on: table, with: .none, switching: batch)
        }
      }
      batch.end()
    }
  }

  private func perform(
    _ changes: GroupedChanges, on table: UITableView, with animation: UITableView.RowAnimation,
    switching batch: BatchSwitch
  ) {
    table.performBatchUpdates {
      guard batch.switchRows() else { return }
      table.deleteSections(changes.sections.removedSections, with: animation)
      table.insertSections(changes.sections.insertedSections, with: animation)
      table.deleteRows(at: changes.removals.map { IndexPath($0) }, with: animation)
      table.insertRows(at: changes.insertions.map { IndexPath($0) }, with: animation)
      for move in changes.moves {
        table.moveRow(at: IndexPath(move.source), to: IndexPath(move.target))
      }
    }
  }

  /// Reconfigures rows in their existing cells; called by the presenter.
  ///
  /// - Parameter paths: The positions of the rows.
  public func reconfigureRows(at paths: [RowPath]) {
    guard let table else { return }
    var (same, other): ([IndexPath], [IndexPath]) = ([], [])
    for path in paths {
      let place = IndexPath(path)
      if hasOneKind
        || table.cellForRow(at: place)?.reuseIdentifier
          == kind(for: presenter.row(at: path)).identifier
      {
        same.append(place)
      } else {
        other.append(place)
      }
    }
    if !same.isEmpty { table.reconfigureRows(at: same) }
    if !other.isEmpty { table.reloadRows(at: other, with: .none) }
  }

  /// Reloads the table; called by the presenter.
  public func reloadRows() { table?.reloadData() }
}
#endif
