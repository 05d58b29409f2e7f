#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
internal import UIKit

extension CollectionAdapter: ListSurface {
  /// Whether the collection view accepts changes; false while the user moves an item.
  public var isReadyForChanges: Bool {
    guard let collection else { return true }
    return !isMoving && !collection.hasUncommittedUpdates
  }

  /// Whether the collection view is in a window.
  public var isInWindow: Bool { collection?.window != nil }

  /// Performs changes as one batch; called by the presenter.
  ///
  /// - Parameters:
  ///   - changes: The insertions, removals and moves.
  ///   - isAnimated: Whether the changes are animated.
  ///   - switchRows: Switches the rows; called inside the batch.
  public func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    guard let collection else { return switchRows() }
    // The collection view must have requested the old counts before they change.
    collection.layoutIfNeeded()
    withoutActuallyEscaping(switchRows) { switchRows in
      let batch = BatchSwitch(switchRows)
      if isAnimated {
        perform(changes, on: collection, switching: batch)
      } else {
        UIView.performWithoutAnimation { perform(changes, on: collection, switching: batch) }
      }
      batch.end()
    }
  }

  private func perform(
    _ changes: GroupedChanges, on collection: UICollectionView, switching batch: BatchSwitch
  ) {
    collection.performBatchUpdates {
      guard batch.switchRows() else { return }
      collection.deleteSections(changes.sections.removedSections)
      collection.insertSections(changes.sections.insertedSections)
      collection.deleteItems(at: changes.removals.map { IndexPath($0) })
      collection.insertItems(at: changes.insertions.map { IndexPath($0) })
      for move in changes.moves {
        collection.moveItem(at: IndexPath(move.source), to: IndexPath(move.target))
      }
    }
  }

  /// Reconfigures items in their existing cells; called by the presenter.
  ///
  /// - Parameter paths: The positions of the items.
  public func reconfigureRows(at paths: [RowPath]) {
    guard let collection else { return }
    var (same, other): ([IndexPath], [IndexPath]) = ([], [])
    for path in paths {
      let place = IndexPath(path)
      let isSame =
        hasOneKind
        || collection.cellForItem(at: place).flatMap { cellKinds.kind(of: $0) }
          == kind(for: presenter.row(at: path)).number
      if isSame { same.append(place) } else { other.append(place) }
    }
    if !same.isEmpty { collection.reconfigureItems(at: same) }
    if !other.isEmpty { collection.reloadItems(at: other) }
  }

  /// Reloads the collection view; called by the presenter.
  public func reloadRows() { collection?.reloadData() }
}

extension CollectionAdapter: CollectionDataProvider {
  var sectionCount: Int { presenter.numberOfSections }
  var canMove: Bool { onMove != nil }

  func itemCount(inSection section: Int) -> Int { presenter.numberOfRows(inSection: section) }

  func cell(at path: IndexPath, in collection: UICollectionView) -> UICollectionViewCell {
    let row = presenter.row(at: RowPath(path))
    let kind = kind(for: row)
    let cell = kind.dequeue(collection, path, row)
    cellKinds.note(cell, kind.number)
    return cell
  }

  func moveItem(from source: IndexPath, to target: IndexPath) {
    guard let onMove, let row = row(at: source) else { return }
    let target = RowPath(target)
    presenter.surfaceMovedRow(from: RowPath(source), to: target)
    onMove(row, target)
  }
}
#endif
