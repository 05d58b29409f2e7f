public import StagecraftPools
internal import StageFloor

/// Cells that show the rows of one window over a list, made once and shown again and again.
///
/// The library's desk has room for a dozen orders, and thousands of them go by. A cell that leaves
/// the window is kept, and shows another row later:
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
/// The pool keeps who shows which row: a row has one cell at most. The cell that last showed a row
/// is preferred for it, and then not prepared for reuse, so that what was dear to make, such as a
/// cover, is still there; what it shows is bound anew each time all the same, because the row may
/// have changed meanwhile.
///
/// | who asks | verb |
/// | --- | --- |
/// | a table that needs a cell; GTK's *bind* | ``dequeue(_:for:)`` |
/// | rows that have changed | ``reconfigure(_:)`` |
/// | a table that shows a row no longer; GTK's *unbind* | ``enqueue(_:)``, ``enqueue(rowWithID:)`` |
/// | a window that has moved | ``enqueueAll(except:)`` |
///
/// It stands on a `ReusePool` and like it has no lock and is not `Sendable`: it belongs to one
/// isolation domain, which for cells is the main actor. Closures given to it may use the pool
/// themselves; they should hold it weakly, or it never goes.
public final class CellPool<Row: Identifiable> {
  /// What is known of a kind of cell, whatever its type.
  struct Kind {
    var show: (AnyObject, Row) -> Void
    var giveBack: (AnyObject) -> Void
  }

  /// A cell that shows a row.
  struct Living {
    var cell: AnyObject
    var kind: AnyHashable
  }

  /// Where cells are made and rest.
  ///
  /// For whatever the pool does not offer itself, such as the numbers of a kind. What is dequeued
  /// from it directly shows no row, as far as this pool knows.
  public let reuse: ReusePool

  var kinds: [AnyHashable: Kind] = [:]
  var living: [Row.ID: Living] = [:]
  var shown: [ObjectIdentifier: Row.ID] = [:]

  /// Makes a pool that shows no row and knows no kind.
  ///
  /// - Parameter reuse: where cells are made and rest; two windows may share one.
  public init(on reuse: ReusePool = ReusePool()) {
    self.reuse = reuse
  }

  /// Says how cells of a kind are made, shown and reused.
  ///
  /// Required before a cell of the kind is dequeued, and allowed once.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - maximumIdle: how many cells of this kind are kept at rest.
  ///   - make: makes a new cell.
  ///   - prepareForReuse: makes a cell ready for another row; not called for a new cell, nor for
  ///     one that goes on with the row that it last showed.
  ///   - show: makes a cell show a row; called whenever it is dequeued or reconfigured.
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

  /// Says how cells are shown of a kind that ``reuse`` knows already.
  ///
  /// For windows that share their cells, and for a kind that a pool of your own serves.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - show: makes a cell show a row; called whenever it is dequeued or reconfigured.
  public func register<Cell: AnyObject>(
    _ kind: ReuseIdentifier<Cell>, show: @escaping (Cell, Row) -> Void
  ) {
    require(
      reuse.isRegistered(kind),
      "\(kind) is unknown to the reuse pool. Say how its cells are made, here or there.")
    let other = kinds.updateValue(
      Kind(
        show: { cell, row in show(unsafeDowncast(cell, to: Cell.self), row) },
        giveBack: { [reuse] cell in
          reuse.enqueue(unsafeDowncast(cell, to: Cell.self), for: kind)
        }),
      forKey: AnyHashable(kind))
    require(other == nil, "\(kind) is registered already. Register each kind once.")
  }

  /// Gives a row a cell that shows it.
  ///
  /// If a cell of this kind shows the row already, that cell, with what the row is now. Otherwise an
  /// idle one: first the one that last showed the row, just as it was; else the one that has rested
  /// longest, prepared for reuse; and without any at rest a new one. A cell of another kind that
  /// shows the row goes to rest.
  ///
  /// - Precondition: the kind was registered.
  public func dequeue<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, for row: Row) -> Cell {
    let name = AnyHashable(kind)
    guard let traits = kinds[name] else {
      misuse("\(kind) is not registered. Say first how its cells show a row.")
    }
    let id = row.id
    if let present = living[id] {
      if present.kind == name {
        traits.show(present.cell, row)
        return unsafeDowncast(present.cell, to: Cell.self)
      }
      enqueue(rowWithID: id)
    }
    let cell = reuse.dequeue(kind, preferring: id)
    // What makes or prepares cells may have used the pool, and have given the row a cell.
    enqueue(rowWithID: id)
    living[id] = Living(cell: cell, kind: name)
    shown[ObjectIdentifier(cell)] = id
    traits.show(cell, row)
    return cell
  }
}
