#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
public import UIKit

/// Shows a live list in a table view, so that both never disagree.
///
/// ```swift
/// let table = UITableView(frame: .zero, style: .plain)
/// let adapter = TableAdapter(table, showing: ListPresenter(orders), as: OrderCell.self) {
///   cell, order in cell.show(order)
/// }
/// adapter.onDelete = { order in _ = orders.remove(order.id) }
/// ```
///
/// Whoever edits the list, on whatever thread: the table shows it in the next turn of the main actor,
/// in one batch; see `ListPresenter`. The adapter is the table's data source, and lets its delegate
/// be somebody else: ``row(at:)`` tells which row was chosen.
///
/// - Rows that have changed are configured anew in the cell that they have, after the batch; a row
///   that needs another kind of cell gets one.
/// - While the user drags a row, or the table is at work on a drop, changes wait and gather.
/// - While the table is in no window it reloads, and when it is gone nothing happens at all.
///
/// Keep the adapter: the table does not. The adapter keeps the presenter, and with it the list, and
/// does not keep the table. In a hosted screen it is best bound to the view, and made in
/// `viewDidLoad()`:
///
/// ```swift
/// @ViewBound private var adapter: TableAdapter<ListSnapshot<Order>>
/// ```
@MainActor
public final class TableAdapter<Rows: PresentableRows> {
  /// What the table shows, and what it is told.
  public let presenter: ListPresenter<Rows>

  /// How rows and sections come and go; `automatic` at first.
  public var rowAnimation = UITableView.RowAnimation.automatic

  /// What stands above a section, by its number; nil: nothing stands above any.
  ///
  /// Asked when the section is shown.
  public var header: ((_ section: Int) -> String?)?

  /// Removes a row that the user swiped away from the list; nil at first: rows cannot be swiped away.
  ///
  /// Called on the main actor. When it returns, the table is brought up to date at once. If the row
  /// is still in the list then, it stays.
  public var onDelete: ((Rows.Row) -> Void)?

  /// Moves a row in the list that the user has dragged; nil at first: rows cannot be dragged.
  ///
  /// Called when the table shows the row at its new place already, with that place. The edit should
  /// have the origin `presenter.gestures`, and need not be made before this returns. If it is not
  /// made in the same turn, the row goes back until it is.
  ///
  /// With this set, rows are dragged while the table is editing: begin that with
  /// ``setEditing(_:isAnimated:)``. For dragging at any time see ``letsDragRows``.
  public var onMove: ((Rows.Row, _ target: RowPath) -> Void)?

  private(set) weak var table: UITableView?
  private var kinds: [TableCellKind<Rows.Row>] = []
  private let clerk = TableClerk()
  private(set) var isEditing = false
  /// Whether the table asks for a row to be deleted at this moment.
  var isDeleting = false

  #if !os(tvOS)
  private let dragClerk = TableDragClerk()

  /// Whether the user may lift a row at any time and drop it elsewhere in the table; false at first.
  ///
  /// The adapter is the table's drag delegate while this is true. It takes ``onMove`` to make it so.
  public var letsDragRows = false {
    didSet {
      dragClerk.desk = self
      table?.dragDelegate = letsDragRows ? dragClerk : nil
      table?.dragInteractionEnabled = letsDragRows
    }
  }

  private var isDragging: Bool { dragClerk.isDragging }
  #else
  private var isDragging: Bool { false }
  #endif

  /// Shows what a presenter presents in a table.
  ///
  /// - Parameters:
  ///   - table: whose data source the adapter becomes; not kept alive.
  ///   - presenter: what is to be shown; the adapter becomes its surface.
  ///   - cell: the class of the cells. It is registered under a name of the adapter's.
  ///   - configure: fills a cell with a row; called again for a cell whose row has changed.
  public init<Cell: UITableViewCell>(
    _ table: UITableView, showing presenter: ListPresenter<Rows>,
    as cell: Cell.Type,
    configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    self.table = table
    self.presenter = presenter
    kinds = [TableCellKind(cell, number: 0, in: table, for: { _ in true }, configure: configure)]
    clerk.desk = self
    table.dataSource = clerk
    presenter.attach(to: self)
  }

  /// Uses another class of cells for some rows.
  ///
  /// What was registered last is asked first whether it is for a row.
  ///
  /// - Parameters:
  ///   - cell: the class of the cells. Several kinds may have the same: a row that changes its kind gets
  ///     another cell.
  ///   - isFor: whether a row is shown by such a cell.
  ///   - configure: fills a cell with a row; called again for a cell whose row has changed.
  public func register<Cell: UITableViewCell>(
    _ cell: Cell.Type, for isFor: @escaping @MainActor (Rows.Row) -> Bool,
    configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    guard let table else { return }
    let kind = TableCellKind(
      cell, number: kinds.count, in: table, for: isFor, configure: configure)
    kinds.insert(kind, at: 0)
    reloadRows()
  }

  /// The row that the table shows at a place; nil if it shows none there.
  ///
  /// - Parameter path: where, as the table says it.
  /// - Returns: the row.
  public func row(at path: IndexPath) -> Rows.Row? {
    let path = RowPath(path)
    guard (0..<presenter.numberOfSections).contains(path.section),
      (0..<presenter.numberOfRows(inSection: path.section)).contains(path.row)
    else { return nil }
    return presenter.row(at: path)
  }

  /// Begins or ends the table's editing mode, in which rows have a handle to be dragged by.
  ///
  /// The table does not say when a drag by the handle begins. So changes of the list wait while this
  /// mode lasts, if rows can be moved; they come when it ends, or when the user deletes a row. The mode
  /// must then not be begun at the table itself.
  ///
  /// In this mode a table offers to delete each row that can be moved, since only rows that can be
  /// edited have a handle. If ``onDelete`` is nil, let the table's delegate say `.none` when asked for
  /// the editing style of a row.
  ///
  /// - Parameters:
  ///   - isEditing: whether it begins.
  ///   - isAnimated: whether the user should see it.
  public func setEditing(_ isEditing: Bool, isAnimated: Bool = true) {
    self.isEditing = isEditing
    table?.setEditing(isEditing, animated: isAnimated)
    if isReadyForChanges { presenter.surfaceBecameReady() }
  }

  func kind(for row: Rows.Row) -> TableCellKind<Rows.Row> {
    for kind in kinds where kind.isFor(row) { return kind }
    preconditionFailure("The first kind of cells is for all rows.")
  }

  /// Whether all rows have the same kind of cell.
  var hasOneKind: Bool { kinds.count == 1 }

  /// Whether changes have to wait for the user.
  var isInUsersHands: Bool {
    let hands = TableHands(
      isDragging: isDragging, isEditing: isEditing, canMove: onMove != nil, isDeleting: isDeleting)
    return hands.mayHoldRow
  }
}
#endif
