#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
public import UIKit

/// Shows a live list in a collection view, so that both never disagree.
///
/// ```swift
/// let shelf = UICollectionView(frame: .zero, collectionViewLayout: layout)
/// let adapter = CollectionAdapter(shelf, showing: ListPresenter(books), as: BookCell.self) {
///   cell, book in cell.show(book)
/// }
/// ```
///
/// It is to a collection view what ``TableAdapter`` is to a table: the data source, in one batch with
/// the list in the next turn of the main actor, and bound to neither the view nor its delegate.
///
/// - Items that have changed are configured anew in the cell that they have, after the batch; an item
///   that needs another kind of cell gets one.
/// - While the user moves an item, or the collection view is at work on a drop, changes wait and
///   gather.
/// - While the collection view is in no window it reloads, and when it is gone nothing happens.
///
/// Keep the adapter: the collection view does not.
@MainActor
public final class CollectionAdapter<Rows: PresentableRows> {
  /// What the collection view shows, and what it is told.
  public let presenter: ListPresenter<Rows>

  /// Moves an item in the list that the user has moved; nil at first: items cannot be moved.
  ///
  /// Called when the collection view shows the item at its new place already, with that place. The
  /// edit should have the origin `presenter.gestures`, and need not be made before this returns. If
  /// it is not made in the same turn, the item goes back until it is.
  public var onMove: ((Rows.Row, _ target: RowPath) -> Void)?

  private(set) weak var collection: UICollectionView?
  private var kinds: [ItemCellKind<Rows.Row>] = []
  private let clerk = CollectionClerk()
  /// Which kind each cell is of.
  var ledger = CellLedger()
  /// Whether the user moves an item.
  private(set) var isMoving = false

  /// Shows what a presenter presents in a collection view.
  ///
  /// - Parameters:
  ///   - collection: whose data source the adapter becomes; not kept alive.
  ///   - presenter: what is to be shown; the adapter becomes its surface.
  ///   - cell: the class of the cells.
  ///   - configure: fills a cell with an item; called again for a cell whose item has changed.
  public init<Cell: UICollectionViewCell>(
    _ collection: UICollectionView, showing presenter: ListPresenter<Rows>,
    as cell: Cell.Type, configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    self.collection = collection
    self.presenter = presenter
    kinds = [ItemCellKind(cell, number: 0, for: { _ in true }, configure: configure)]
    clerk.desk = self
    collection.dataSource = clerk
    presenter.attach(to: self)
  }

  /// Uses another class of cells for some items.
  ///
  /// What was registered last is asked first whether it is for an item.
  ///
  /// - Parameters:
  ///   - cell: the class of the cells. Several kinds may have the same: an item that changes its kind gets
  ///     another cell.
  ///   - isFor: whether an item is shown by such a cell.
  ///   - configure: fills a cell with an item; called again for a cell whose item has changed.
  public func register<Cell: UICollectionViewCell>(
    _ cell: Cell.Type, for isFor: @escaping @MainActor (Rows.Row) -> Bool,
    configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    let kind = ItemCellKind(cell, number: kinds.count, for: isFor, configure: configure)
    kinds.insert(kind, at: 0)
    reloadRows()
  }

  /// The item that the collection view shows at a place; nil if it shows none there.
  ///
  /// - Parameter path: where, as the collection view says it.
  /// - Returns: the item.
  public func row(at path: IndexPath) -> Rows.Row? {
    let path = RowPath(path)
    guard (0..<presenter.numberOfSections).contains(path.section),
      (0..<presenter.numberOfRows(inSection: path.section)).contains(path.row)
    else { return nil }
    return presenter.row(at: path)
  }

  func kind(for row: Rows.Row) -> ItemCellKind<Rows.Row> {
    for kind in kinds where kind.isFor(row) { return kind }
    preconditionFailure("The first kind of cells is for all items.")
  }

  /// Whether all items have the same kind of cell.
  var hasOneKind: Bool { kinds.count == 1 }
}

extension CollectionAdapter {
  /// The user begins to move an item.
  ///
  /// Call this, and the other three, from the app's own long-press recogniser, in this order: one
  /// beginning, any number of steps, one end. The gesture of a `UICollectionViewController` moves
  /// items without the adapter: set its `installsStandardGestureForInteractiveMovement` to false.
  ///
  /// - Parameter point: where the finger is, in the collection view.
  /// - Returns: whether there is an item that can be moved; if not, nothing has begun.
  public func beginMoving(at point: CGPoint) -> Bool {
    guard let collection, !isMoving, onMove != nil else { return false }
    // What the user saw may be older than what is there.
    presenter.flush(isAnimated: false)
    guard let path = collection.indexPathForItem(at: point),
      collection.beginInteractiveMovementForItem(at: path)
    else { return false }
    isMoving = true
    return true
  }

  /// The finger has moved.
  ///
  /// - Parameter point: where it is, in the collection view.
  public func move(to point: CGPoint) {
    guard isMoving else { return }
    collection?.updateInteractiveMovementTargetPosition(point)
  }

  /// The finger was lifted: the item stays where it is.
  public func endMoving() {
    guard isMoving else { return }
    collection?.endInteractiveMovement()
    isMoving = false
    presenter.surfaceBecameReady()
  }

  /// The gesture was called off: the item goes back.
  public func cancelMoving() {
    guard isMoving else { return }
    collection?.cancelInteractiveMovement()
    isMoving = false
    presenter.surfaceBecameReady()
  }
}

#if !os(tvOS)
extension CollectionAdapter {
  /// What a swipe over an item offers: to remove it.
  ///
  /// For a list layout:
  ///
  /// ```swift
  /// var list = UICollectionLayoutListConfiguration(appearance: .plain)
  /// list.trailingSwipeActionsConfigurationProvider = { [weak self] path in
  ///   self?.adapter?.deletion(at: path, title: "Return") { book in _ = books.remove(book.id) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: where the item is.
  ///   - title: what the button says.
  ///   - delete: removes the item from the list. When it returns, the collection view is brought up
  ///     to date at once.
  /// - Returns: the offer; nil if there is no item.
  public func deletion(
    at path: IndexPath, title: String, delete: @escaping @MainActor (Rows.Row) -> Void
  ) -> UISwipeActionsConfiguration? {
    // The item is known from now on, wherever it is when the button is pressed.
    guard let row = row(at: path) else { return nil }
    let action = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, finish in
      delete(row)
      self?.presenter.flush()
      finish(true)
    }
    return UISwipeActionsConfiguration(actions: [action])
  }
}
#endif
#endif
