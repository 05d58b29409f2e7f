public import StagecraftPools

extension CellPool {
  /// The number of rows that have a cell.
  public var count: Int { shownCells.count }

  /// The rows that have a cell, in no particular order.
  public var rowIDs: some Collection<Row.ID> { shownCells.keys }

  /// Returns the cell that shows a row, if it has one of this kind.
  ///
  /// - Parameters:
  ///   - kind: The kind, which determines the cell's type.
  ///   - id: The row's id.
  /// - Returns: The cell, or nil if the row has none, or one of another kind.
  public func cell<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, showing id: Row.ID) -> Cell? {
    guard let present = shownCells[id], present.kind == AnyHashable(kind) else { return nil }
    return unsafeDowncast(present.cell, to: Cell.self)
  }

  /// Returns the row that a cell shows, if the cell was dequeued from this pool.
  ///
  /// - Parameter cell: The cell.
  /// - Returns: The row's id, or nil if the cell shows no row of this pool.
  public func rowID(shownBy cell: AnyObject) -> Row.ID? { rowsByCell[ObjectIdentifier(cell)] }

  /// Shows the current content of a row in its cell.
  ///
  /// The cell remains the same, and keeps its position, its focus and its text input.
  ///
  /// - Parameter row: The row with its new content.
  /// - Returns: False if the row has no cell; nothing is then changed.
  @discardableResult
  public func reconfigure(_ row: Row) -> Bool {
    guard let present = shownCells[row.id] else { return false }
    kinds[present.kind]?.show(present.cell, row)
    return true
  }

  /// Returns the cell of a row to the pool.
  ///
  /// - Parameter id: The row's id.
  /// - Returns: False if the row has no cell; nothing is then changed.
  @discardableResult
  public func enqueue(rowWithID id: Row.ID) -> Bool {
    guard let present = shownCells.removeValue(forKey: id) else { return false }
    rowsByCell[ObjectIdentifier(present.cell)] = nil
    kinds[present.kind]?.enqueue(present.cell)
    return true
  }

  /// Returns a cell to the pool, regardless of the row that it shows.
  ///
  /// - Parameter cell: The cell.
  /// - Returns: False if the cell shows no row, because it was not dequeued here or is idle;
  ///   nothing is then changed, so that no cell ever shows two rows.
  @discardableResult
  public func enqueue(_ cell: some AnyObject) -> Bool {
    guard let id = rowsByCell[ObjectIdentifier(cell)] else { return false }
    return enqueue(rowWithID: id)
  }

  /// Returns to the pool the cells of all rows that a window no longer shows.
  ///
  /// - Parameter visible: The ids of the rows that the window shows.
  /// - Returns: The number of returned cells.
  /// - Complexity: O(*n*) in the number of rows that have a cell.
  @discardableResult
  public func enqueueAll(except visible: Set<Row.ID> = []) -> Int {
    let gone = shownCells.keys.filter { !visible.contains($0) }
    return gone.reduce(0) { count, id in enqueue(rowWithID: id) ? count + 1 : count }
  }
}
