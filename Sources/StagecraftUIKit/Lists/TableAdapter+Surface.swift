#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
internal import UIKit

extension TableAdapter: ListSurface {
  /// Whether the table can take changes: not while the user drags a row.
  public var isReadyForChanges: Bool {
    guard let table else { return true }
    return !isInUsersHands && !table.hasUncommittedUpdates
  }

  /// Whether the table is on a screen.
  public var isInWindow: Bool { table?.window != nil }

  /// Has the table perform changes as one batch; called by the presenter.
  ///
  /// - Parameters:
  ///   - changes: what comes, goes and moves.
  ///   - isAnimated: whether the user should see it.
  ///   - switchRows: called inside the batch.
  public func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    guard let table else { return switchRows() }
    // It must have asked for the old counts before they are gone, also right after it was reloaded.
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

  /// Configures rows anew in the cells that they have; called by the presenter.
  ///
  /// - Parameter paths: where they are.
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

  /// Has the table ask for everything anew; called by the presenter.
  public func reloadRows() { table?.reloadData() }
}
#endif
