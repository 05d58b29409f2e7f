#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
public import UIKit

/// Keeps a collection view consistent with a live list.
///
/// ```swift
/// let shelf = UICollectionView(frame: .zero, collectionViewLayout: layout)
/// let adapter = CollectionAdapter(shelf, showing: ListPresenter(books), as: BookCell.self) {
///   cell, book in cell.show(book)
/// }
/// ```
///
/// It corresponds to ``TableAdapter``: it is the collection view's data source, applies the list's
/// changes in one batch in the next turn of the main actor, and retains neither the view nor its
/// delegate.
///
/// - Changed items are reconfigured in their existing cells after the batch; an item that needs
///   another kind of cell gets a new one.
/// - While the user moves an item, or the collection view processes a drop, changes are deferred
///   and merged.
/// - While the collection view is in no window, it is reloaded instead; when it has been
///   deinitialized, nothing happens.
///
/// Retain the adapter: the collection view does not.
@MainActor
public final class CollectionAdapter<Rows: PresentableRows> {
  /// The presenter of the rows that the collection view shows.
  public let presenter: ListPresenter<Rows>

  /// Moves an item in the list after the user has moved it; `nil`, the default, disables moving.
  ///
  /// It is called with the new position when the collection view already shows the item there. The
  /// edit should have the origin `presenter.gestures`, and need not be made before this returns. If
  /// it is not made in the same turn, the item returns to its old position until it is.
  public var onMove: ((Rows.Row, _ target: RowPath) -> Void)?

  private(set) weak var collection: UICollectionView?
  private var kinds: [ItemCellKind<Rows.Row>] = []
  private let dataSourceProxy = CollectionDataSourceProxy()
  var cellKinds = CellKindTable()
  private(set) var isMoving = false

  /// Creates an adapter that shows a presenter's rows in a collection view.
  ///
  /// - Parameters:
  ///   - collection: The collection view, whose data source the adapter becomes; not retained.
  ///   - presenter: The presenter, whose surface the adapter becomes.
  ///   - cell: The cell class.
  ///   - configure: Fills a cell with an item; called again when the item changes.
  public init<Cell: UICollectionViewCell>(
    _ collection: UICollectionView, showing presenter: ListPresenter<Rows>,
    as cell: Cell.Type, configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    self.collection = collection
    self.presenter = presenter
    kinds = [ItemCellKind(cell, number: 0, for: { _ in true }, configure: configure)]
    dataSourceProxy.provider = self
    collection.dataSource = dataSourceProxy
    presenter.attach(to: self)
  }

  /// Registers another cell class for some items.
  ///
  /// The latest registration is checked first.
  ///
  /// - Parameters:
  ///   - cell: The cell class. Several kinds may have the same class: an item whose kind changes
  ///     gets another cell.
  ///   - isFor: Returns whether the registration is used for an item.
  ///   - configure: Fills a cell with an item; called again when the item changes.
  public func register<Cell: UICollectionViewCell>(
    _ cell: Cell.Type, for isFor: @escaping @MainActor (Rows.Row) -> Bool,
    configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    let kind = ItemCellKind(cell, number: kinds.count, for: isFor, configure: configure)
    kinds.insert(kind, at: 0)
    reloadRows()
  }

  /// Returns the item that the collection view shows at a position, or `nil` if there is none.
  ///
  /// - Parameter path: A position in the collection view.
  /// - Returns: The item.
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

  var hasOneKind: Bool { kinds.count == 1 }
}

extension CollectionAdapter {
  /// Begins an interactive move of an item.
  ///
  /// Call this method and the other three from the app's own long-press recognizer, in this order:
  /// one beginning, any number of steps, one end. The gesture of a `UICollectionViewController`
  /// moves items without the adapter: set its `installsStandardGestureForInteractiveMovement` to
  /// false.
  ///
  /// - Parameter point: The position of the finger in the collection view.
  /// - Returns: Whether there is an item that can be moved; if not, no move has begun.
  public func beginMoving(at point: CGPoint) -> Bool {
    guard let collection, !isMoving, onMove != nil else { return false }
    // The list may be newer than what the user sees.
    presenter.flush(isAnimated: false)
    guard let path = collection.indexPathForItem(at: point),
      collection.beginInteractiveMovementForItem(at: path)
    else { return false }
    isMoving = true
    return true
  }

  /// Updates the move when the finger has moved.
  ///
  /// - Parameter point: The position of the finger in the collection view.
  public func move(to point: CGPoint) {
    guard isMoving else { return }
    collection?.updateInteractiveMovementTargetPosition(point)
  }

  /// Ends the move when the finger is lifted: the item remains at its new position.
  public func endMoving() {
    guard isMoving else { return }
    collection?.endInteractiveMovement()
    isMoving = false
    presenter.surfaceBecameReady()
  }

  /// Cancels the move: the item returns to its old position.
  public func cancelMoving() {
    guard isMoving else { return }
    collection?.cancelInteractiveMovement()
    isMoving = false
    presenter.surfaceBecameReady()
  }
}

#if !os(tvOS)
extension CollectionAdapter {
  /// Returns a swipe action that deletes an item.
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
  ///   - path: The position of the item.
  ///   - title: The title of the button.
  ///   - delete: Removes the item from the list. When it returns, the collection view is updated
  ///     immediately.
  /// - Returns: The configuration, or `nil` if there is no item.
  public func deletion(
    at path: IndexPath, title: String, delete: @escaping @MainActor (Rows.Row) -> Void
  ) -> UISwipeActionsConfiguration? {
    // The item is captured here, so its position may change before the button is pressed.
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
