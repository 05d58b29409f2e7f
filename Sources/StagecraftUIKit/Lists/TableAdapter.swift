#if canImport(UIKit) && !os(watchOS)
public import StagecraftLists
public import UIKit

/// Keeps a table view consistent with a live list.
///
/// ```swift
/// let table = UITableView(frame: .zero, style: .plain)
/// let adapter = TableAdapter(table, showing: ListPresenter(orders), as: OrderCell.self) {
///   cell, order in cell.show(order)
/// }
/// adapter.onDelete = { order in _ = orders.remove(order.id) }
/// ```
///
/// The list can be edited on any thread: the table shows the changes in the next turn of the main
/// actor, in one batch; see `ListPresenter`. The adapter is the table's data source, but not its
/// delegate: in the delegate, use ``row(at:)`` to find the row that was selected.
///
/// - Changed rows are reconfigured in their existing cells after the batch; a row that needs
///   another kind of cell gets a new one.
/// - While the user drags a row, or the table processes a drop, changes are deferred and merged.
/// - While the table is in no window, it is reloaded instead; when it has been deinitialized,
///   nothing happens.
///
/// Retain the adapter: the table does not. The adapter retains the presenter, and through it the
/// list, but not the table. In a hosted screen, bind the adapter to the view and create it in
/// `viewDidLoad()`:
///
/// ```swift
/// @ViewBound private var adapter: TableAdapter<ListSnapshot<Order>>
/// ```
@MainActor
public final class TableAdapter<Rows: PresentableRows> {
  /// The presenter of the rows that the table shows.
  public let presenter: ListPresenter<Rows>

  /// The animation of inserted and removed rows and sections; `automatic` by default.
  public var rowAnimation = UITableView.RowAnimation.automatic

  /// Returns the header title of a section; `nil`, the default, shows no headers.
  ///
  /// It is called when the section is shown.
  public var header: ((_ section: Int) -> String?)?

  /// Removes a row from the list after the user swiped it; `nil`, the default, disables deleting.
  ///
  /// It is called on the main actor. When it returns, the table is updated immediately. A row that
  /// is still in the list remains in the table.
  public var onDelete: ((Rows.Row) -> Void)?

  /// Moves a row in the list after the user has dragged it; `nil`, the default, disables dragging.
  ///
  /// It is called with the new position when the table already shows the row there. The edit should
  /// have the origin `presenter.gestures`, and need not be made before this returns. If it is not
  /// made in the same turn, the row returns to its old position until it is.
  ///
  /// With this set, rows can be dragged while the table is in editing mode, which begins with
  /// ``setEditing(_:isAnimated:)``. For dragging at any time, see ``letsDragRows``.
  public var onMove: ((Rows.Row, _ target: RowPath) -> Void)?

  private(set) weak var table: UITableView?
  private var kinds: [TableCellKind<Rows.Row>] = []
  private let dataSourceProxy = TableDataSourceProxy()
  private(set) var isEditing = false
  var isDeleting = false

  #if !os(tvOS)
  private let dragDelegateProxy = TableDragDelegateProxy()

  /// Whether the user can drag a row to another position at any time; false by default.
  ///
  /// The adapter is the table's drag delegate while this is true. Moves require ``onMove``.
  public var letsDragRows = false {
    didSet {
      dragDelegateProxy.provider = self
      table?.dragDelegate = letsDragRows ? dragDelegateProxy : nil
      table?.dragInteractionEnabled = letsDragRows
    }
  }

  private var isDragging: Bool { dragDelegateProxy.isDragging }
  #else
  private var isDragging: Bool { false }
  #endif

  /// Creates an adapter that shows a presenter's rows in a table.
  ///
  /// - Parameters:
  ///   - table: The table, whose data source the adapter becomes; not retained.
  ///   - presenter: The presenter, whose surface the adapter becomes.
  ///   - cell: The cell class. It is registered with a reuse identifier of the adapter.
  ///   - configure: Fills a cell with a row; called again when the row changes.
  public init<Cell: UITableViewCell>(
    _ table: UITableView, showing presenter: ListPresenter<Rows>,
    as cell: Cell.Type,
    configure: @escaping @MainActor (Cell, Rows.Row) -> Void
  ) {
    self.table = table
    self.presenter = presenter
    kinds = [TableCellKind(cell, number: 0, in: table, for: { _ in true }, configure: configure)]
    dataSourceProxy.provider = self
    table.dataSource = dataSourceProxy
    presenter.attach(to: self)
  }

  /// Registers another cell class for some rows.
  ///
  /// The latest registration is checked first.
  ///
  /// - Parameters:
  ///   - cell: The cell class. Several kinds may have the same class: a row whose kind changes gets
  ///     another cell.
  ///   - isFor: Returns whether the registration is used for a row.
  ///   - configure: Fills a cell with a row; called again when the row changes.
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

  /// Returns the row that the table shows at a position, or `nil` if there is none.
  ///
  /// - Parameter path: A position in the table.
  /// - Returns: The row.
  public func row(at path: IndexPath) -> Rows.Row? {
    let path = RowPath(path)
    guard (0..<presenter.numberOfSections).contains(path.section),
      (0..<presenter.numberOfRows(inSection: path.section)).contains(path.row)
    else { return nil }
    return presenter.row(at: path)
  }

  /// Begins or ends the table's editing mode, in which rows have reorder handles.
  ///
  /// The table does not report when a drag by the handle begins. Therefore changes of the list are
  /// deferred in this mode if rows can be moved; they are applied when the mode ends, or when the
  /// user deletes a row. Do not begin the mode through the table itself.
  ///
  /// In this mode a table offers to delete each row that can be moved, because only editable rows
  /// have a handle. If ``onDelete`` is nil, return `.none` from the table delegate's method for the
  /// editing style of a row.
  ///
  /// - Parameters:
  ///   - isEditing: Whether the mode begins.
  ///   - isAnimated: Whether the change is animated.
  public func setEditing(_ isEditing: Bool, isAnimated: Bool = true) {
    self.isEditing = isEditing
    table?.setEditing(isEditing, animated: isAnimated)
    if isReadyForChanges { presenter.surfaceBecameReady() }
  }

  func kind(for row: Rows.Row) -> TableCellKind<Rows.Row> {
    for kind in kinds where kind.isFor(row) { return kind }
    preconditionFailure("The first kind of cells is for all rows.")
  }

  var hasOneKind: Bool { kinds.count == 1 }

  var isUserInteracting: Bool {
    let interaction = TableInteraction(
      isDragging: isDragging, isEditing: isEditing, canMove: onMove != nil, isDeleting: isDeleting)
    return interaction.mayDragRow
  }
}
#endif
