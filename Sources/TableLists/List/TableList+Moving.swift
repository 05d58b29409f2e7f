internal import StageFloor
internal import StagecraftLists

extension TableList {
  /// Moves a row before another one, in an order of the user's.
  ///
  /// It writes one row. If neighbours have equal positions, such as those that were never set, or
  /// positions that have become long by many moves to one place, rows behind them are written too,
  /// in the same transaction.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - neighbour: The id of the row to move it before; nil moves it to the end.
  /// - Throws: ``TableError/Code/key`` if one of the rows is not there; ``TableError/Code/refused`` at
  ///   an end of a ``TableWindow`` that does not show the rows beyond it; or another ``TableError``.
  ///   Cancellation is as in ``insert(_:)``.
  /// - Precondition: The list is ordered by ``TableRowOrder/positions(in:)``.
  public func move(_ id: Row.ID, before neighbour: Row.ID?) async throws(TableError) {
    await core.queuedEdits()
    for _ in 0..<TableAttempts.limit {
      let rows = list.snapshot()
      guard rows.contains(id: id) else { throw core.schema.noRow("\(id)") }
      if id == neighbour { return }
      let edits = try positionEdits(moving: id, before: neighbour, in: rows)
      if try await core.write(edits) == .written {
        _ = await core.catchUp()
        return
      }
      if await core.catchUp() == .closed { throw core.closedError }
    }
    throw TableError(
      .conflict, "Row \(id) of table “\(core.name)” is moved by others all the time; try again.")
  }

  /// Returns a position for a new row.
  ///
  /// - Parameter neighbour: The id of the row before which it is to be inserted; nil for the end.
  /// - Returns: The text for the column with positions.
  /// - Throws: ``TableError/Code/key`` if there is no such row; ``TableError/Code/refused`` if there
  ///   is no room between two rows with equal positions, or hundreds of rows were inserted at one
  ///   place: move one of them, which makes room; also at an end of a ``TableWindow`` that does not
  ///   show the rows beyond it.
  /// - Precondition: The list is ordered by ``TableRowOrder/positions(in:)``.
  public func position(before neighbour: Row.ID?) throws(TableError) -> String {
    let rows = list.snapshot()
    let coder = try core.makeCoder()
    let index = try gap(before: neighbour, in: rows)
    try requireKnown(index - 1, index, in: rows)
    let low = index > 0 ? try position(of: rows[index - 1], coder) : nil
    let high = index < rows.count ? try position(of: rows[index], coder) : nil
    guard let key = PositionKeys.between(low, high) else {
      throw TableError(
        .refused,
        "Table “\(core.name)” has no position between two rows with equal ones; move one of them.")
    }
    if key.utf8.count <= PositionKeys.greatestLength { return key }
    throw TableError(
      .refused,
      "Table “\(core.name)” has long positions here; move the row before which to insert.")
  }

  /// The row before the first one of a window, and that after the last one, may not be known.
  private func requireKnown(
    _ previous: Int, _ next: Int, in rows: ListSnapshot<Row>
  ) throws(TableError) {
    guard let edges = core.window?.edges else { return }
    if previous >= 0 || edges.hasAllBefore, next < rows.count || edges.hasAllAfter { return }
    throw TableError(
      .refused,
      """
      The window of table “\(core.name)” does not show the rows next to this place; call \
      `show(around:)` first.
      """)
  }

  private func gap(
    before neighbour: Row.ID?, in rows: ListSnapshot<Row>
  ) throws(TableError) -> Int {
    guard let neighbour else { return rows.count }
    guard let index = rows.index(of: neighbour) else { throw core.schema.noRow("\(neighbour)") }
    return index
  }

  private var requiredPositionColumn: String {
    require(
      positionColumn != nil,
      """
      Rows of table “\(core.name)” can be moved only in a list that is opened with \
      `orderedBy: .positions(in:)`.
      """)
    return positionColumn ?? ""
  }

  /// Null is before all texts, as the empty text is.
  private func position(of row: Row, _ coder: RowCoder<Row>) throws(TableError) -> String {
    let column = requiredPositionColumn
    let fields = try coder.fields(of: row)
    switch fields.first(where: { $0.column == column })?.value ?? .null {
    case .null: return ""
    case .text(let text): return text
    case .integer, .real, .bytes:
      throw TableError(
        .refused,
        "Column “\(column)” of table “\(core.name)” must contain text, to have positions in it.")
    }
  }

  /// How many rows a move may write to keep positions short.
  private static var mostMoved: Int { 128 }

  /// Usually one edit.
  private func positionEdits(
    moving id: Row.ID, before neighbour: Row.ID?, in rows: ListSnapshot<Row>
  ) throws(TableError) -> [TableEdit] {
    let coder = try core.makeCoder()
    var next = try gap(before: neighbour, in: rows)
    var previous = next - 1
    if previous >= 0, rows[previous].id == id { previous -= 1 }
    let low = previous >= 0 ? try position(of: rows[previous], coder) : nil
    var moved = [id]
    var keys: [String] = []
    while true {
      while next < rows.count, rows[next].id == id { next += 1 }
      // The positions are long, and those of the next rows are not known.
      if !keys.isEmpty, next == rows.count, core.window != nil { break }
      try requireKnown(previous, next, in: rows)
      let high = next < rows.count ? try position(of: rows[next], coder) : nil
      if let spread = PositionKeys.spread(moved.count, between: low, and: high) { keys = spread }
      if !keys.isEmpty, PositionKeys.areShort(keys) || moved.count >= Self.mostMoved { break }
      guard next < rows.count else {
        if !keys.isEmpty { break }
        throw TableError(
          .refused, "There is no position after “\(low ?? "")” in table “\(core.name)”.")
      }
      moved.append(rows[next].id)
      next += 1
    }
    var edits: [TableEdit] = []
    for (id, key) in zip(moved, keys) {
      guard let row = rows[id: id] else { continue }
      edits.append(try positionEdit(row, key, coder))
    }
    return edits
  }

  private func positionEdit(
    _ row: Row, _ key: String, _ coder: RowCoder<Row>
  ) throws(TableError) -> TableEdit {
    let column = requiredPositionColumn
    let old = try coder.fields(of: row).first { $0.column == column }
    return .update(
      key: try coder.key(of: row.id), [TableField(column, .text(key))],
      expecting: old.map { [$0] } ?? [])
  }
}
