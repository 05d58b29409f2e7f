internal import StageFloor
public import StagecraftPools

/// A pool of cells that show the rows of one window over a list.
///
/// The library's desk has room for a dozen of its thousands of orders. A cell that leaves the
/// window is retained, and shows another row later:
///
/// ```swift
/// let cells = CellPool<Order>()
/// cells.register(
///   .orderCell, make: { OrderCell() }, prepareForReuse: { $0.reset() },
///   show: { cell, order in cell.title = order.title })
///
/// let cell = cells.dequeue(.orderCell, for: order)  // shows the order
/// // … when the order has changed:
/// cells.reconfigure(changedOrder)  // the same cell shows it anew
/// // … and when it is scrolled out of sight:
/// cells.enqueue(rowWithID: order.id)
/// ```
///
/// The pool maps each row to the cell that shows it: a row has at most one cell. For each row it
/// prefers the cell that last showed it, without preparing it for reuse, so that content which is
/// expensive to create, such as a cover, is still there. The row is bound again in any case,
/// because it may have changed meanwhile.
///
/// | Event | Method |
/// | --- | --- |
/// | a table needs a cell | ``dequeue(_:for:)`` |
/// | rows have changed | ``reconfigure(_:)`` |
/// | a table no longer shows a row | ``enqueue(_:)``, ``enqueue(rowWithID:)`` |
/// | a window has moved | ``enqueueAll(except:)`` |
///
/// The pool is not for GTK's list views. They reuse list items themselves, and bind a row to
/// another list item *before* they unbind the former one, when its cell is still in use there. Let
/// GTK's factory create the cells.
///
/// The pool is built on a `ReusePool` and, like it, has no lock and is not `Sendable`: it belongs
/// to one isolation domain, which for cells is the main actor. Closures passed to it may use the
/// pool; they should capture it weakly to avoid a retain cycle.
public final class CellPool<Row: Identifiable> {
  struct Kind {
    var show: (AnyObject, Row) -> Void
    var enqueue: (AnyObject) -> Void
  }

  struct ShownCell {
    var cell: AnyObject
    var kind: AnyHashable
  }

  /// The pool that creates cells and stores idle ones.
  ///
  /// Use it directly for what this pool does not offer, such as the counts of a kind. A cell
  /// dequeued from it directly shows no row from the point of view of this pool.
  public let reuse: ReusePool

  var kinds: [AnyHashable: Kind] = [:]
  var shownCells: [Row.ID: ShownCell] = [:]
  var rowsByCell: [ObjectIdentifier: Row.ID] = [:]

  /// Creates a pool without kinds and rows.
  ///
  /// - Parameter reuse: The pool that creates cells and stores idle ones; two windows may share
  ///   one.
  public init(on reuse: ReusePool = ReusePool()) {
    self.reuse = reuse
  }

  /// Registers a kind of cells: how they are created, shown and reused.
  ///
  /// Call this once, before a cell of the kind is dequeued.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - maximumIdle: The maximum number of idle cells of this kind.
  ///   - make: Creates a cell.
  ///   - prepareForReuse: Prepares a cell for another row; not called for a new cell, nor for one
  ///     that shows the same row again.
  ///   - show: Shows a row in a cell; called whenever the cell is dequeued or reconfigured.
  public func register<Cell: AnyObject>(
    _ kind: ReuseIdentifier<Cell>,
    maximumIdle: Int = 16,
    make: @escaping () -> Cell,
    prepareForReuse: ((Cell) -> Void)? = nil,
    show: @escaping (Cell, Row) -> Void
  ) {
    reuse.register(
      kind, maximumIdle: maximumIdle,
      prepareForReuse: prepareForReuse.map { prepare in { cell in prepare(cell) } }, make: make)
    register(kind, show: show)
  }

  /// Registers how to show cells of a kind that is already registered with ``reuse``.
  ///
  /// Use this for windows that share their cells, and for a kind with a pool of your own.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - show: Shows a row in a cell; called whenever the cell is dequeued or reconfigured.
  public func register<Cell: AnyObject>(
    _ kind: ReuseIdentifier<Cell>, show: @escaping (Cell, Row) -> Void
  ) {
    require(
      reuse.isRegistered(kind),
      "\(kind) is not registered with the reuse pool. Pass `make`, or register it there first.")
    let other = kinds.updateValue(
      Kind(
        show: { cell, row in show(unsafeDowncast(cell, to: Cell.self), row) },
        enqueue: { [reuse] cell in
          reuse.enqueue(unsafeDowncast(cell, to: Cell.self), for: kind)
        }),
      forKey: AnyHashable(kind))
    require(other == nil, "\(kind) is registered already. Register each kind once.")
  }

  /// Creates cells of a kind in advance, until `count` cells exist, idle and shown ones together.
  ///
  /// This stops early when the kind's limit of idle cells is reached.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - count: The number of cells.
  /// - Precondition: The kind is registered with ``reuse``.
  public func warmUp<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, count: Int) {
    reuse.warmUp(kind, count: count)
  }

  /// Returns a cell that shows a row.
  ///
  /// If a cell of this kind already shows the row, the result is that cell, with the row's current
  /// content. Otherwise it is an idle cell: preferably the one that last showed the row,
  /// unprepared; otherwise the longest idle one, prepared for reuse. If none is idle, it is a new
  /// cell. A cell of another kind that shows the row is returned to the pool.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - row: The row.
  /// - Returns: The cell.
  /// - Precondition: The kind is registered.
  public func dequeue<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, for row: Row) -> Cell {
    let name = AnyHashable(kind)
    guard let traits = kinds[name] else {
      misuse("\(kind) is not registered. Register it before dequeuing its cells.")
    }
    let id = row.id
    if let present = shownCells[id] {
      if present.kind == name {
        traits.show(present.cell, row)
        return unsafeDowncast(present.cell, to: Cell.self)
      }
      enqueue(rowWithID: id)
    }
    let cell = reuse.dequeue(kind, preferring: id)
    // The user's closures that create or prepare cells may have used the pool, and given the row a
    // cell.
    enqueue(rowWithID: id)
    shownCells[id] = ShownCell(cell: cell, kind: name)
    rowsByCell[ObjectIdentifier(cell)] = id
    traits.show(cell, row)
    return cell
  }
}
