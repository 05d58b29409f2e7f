#if canImport(UIKit) && !os(watchOS)
internal import UIKit

@MainActor
struct ItemCellKind<Row> {
  /// Distinguishes registrations; several may have the same cell class.
  let number: Int
  let isFor: @MainActor (Row) -> Bool
  let dequeue: @MainActor (UICollectionView, IndexPath, Row) -> UICollectionViewCell

  init<Cell: UICollectionViewCell>(
    _ cell: Cell.Type, number: Int, for isFor: @escaping @MainActor (Row) -> Bool,
    configure: @escaping @MainActor (Cell, Row) -> Void
  ) {
    self.number = number
    self.isFor = isFor
    // Created here because UIKit forbids it while it requests a cell.
    let registration = UICollectionView.CellRegistration<Cell, Row> { cell, _, row in
      configure(cell, row)
    }
    dequeue = { collection, path, row in
      collection.dequeueConfiguredReusableCell(using: registration, for: path, item: row)
    }
  }
}
#endif
