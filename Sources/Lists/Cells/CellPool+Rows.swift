public import StagecraftPools

extension CellPool {
  /// How many rows have a cell.
  public var count: Int { living.count }

  /// The rows that have a cell, in no order.
  public var rowIDs: some Collection<Row.ID> { living.keys }

  /// The cell that shows a row, if it has one of this kind.
  ///
  /// - Parameters:
  ///   - kind: the kind, which says the cell's type.
  ///   - id: the row's id.
  /// - Returns: the cell, or nil if the row has none or one of another kind.
  public func cell<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, showing id: Row.ID) -> Cell? {
    guard let present = living[id], present.kind == AnyHashable(kind) else { return nil }
    return unsafeDowncast(present.cell, to: Cell.self)
  }

  /// The row that a cell shows, if this pool gave it one.
  public func rowID(shownBy cell: AnyObject) -> Row.ID? { shown[ObjectIdentifier(cell)] }

  /// Lets the cell of a row show what the row is now.
  ///
  /// The cell stays the same: it keeps its place, its focus and what is being typed into it.
  ///
  /// - Returns: false if the row has no cell; then there is nothing to do.
  @discardableResult
  public func reconfigure(_ row: Row) -> Bool {
    guard let present = living[row.id] else { return false }
    kinds[present.kind]?.show(present.cell, row)
    return true
  }

  /// Lays the cell of a row to rest.
  ///
  /// - Returns: false if the row has no cell; then nothing is changed.
  @discardableResult
  public func enqueue(rowWithID id: Row.ID) -> Bool {
    guard let present = living.removeValue(forKey: id) else { return false }
    shown[ObjectIdentifier(present.cell)] = nil
    kinds[present.kind]?.giveBack(present.cell)
    return true
  }

  /// Lays a cell to rest, whatever row it shows.
  ///
  /// - Returns: false if it shows no row, because it was not dequeued here or is at rest; then
  ///   nothing is changed, so that no cell ever shows two rows.
  @discardableResult
  public func enqueue(_ cell: some AnyObject) -> Bool {
    guard let id = shown[ObjectIdentifier(cell)] else { return false }
    return enqueue(rowWithID: id)
  }

  /// Lays the cells of all rows to rest that a window shows no longer.
  ///
  /// - Parameter visible: the ids of the rows that the window shows.
  /// - Returns: how many cells went to rest.
  /// - Complexity: O(n) in the rows that have a cell.
  @discardableResult
  public func enqueueAll(except visible: Set<Row.ID> = []) -> Int {
    let gone = living.keys.filter { !visible.contains($0) }
    return gone.reduce(0) { count, id in enqueue(rowWithID: id) ? count + 1 : count }
  }
}
