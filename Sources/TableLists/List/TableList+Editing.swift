internal import StageFloor
internal import StagecraftLists

extension TableList {
  /// Inserts a row into the table.
  ///
  /// If the calling task is cancelled, the edit is either committed, and the call returns, although
  /// the list may not show it yet; or it is not, and the call throws a ``TableError`` of the store.
  ///
  /// - Parameter row: The row.
  /// - Throws: ``TableError/Code/key`` if there is a row with its id, or another ``TableError``.
  public func insert(_ row: Row) async throws(TableError) {
    var coder = try core.makeCoder()
    let edit = TableEdit.insert(try coder.checkedFields(of: row))
    switch try await core.write([edit]) {
    case .written: _ = await core.catchUp()
    case .conflict: throw core.schema.rowExists("\(row.id)")
    }
  }

  /// Changes a row of the table.
  ///
  /// The columns that the closure changes are written if the row is still as the closure has seen
  /// it. Otherwise the closure is called again, with the row as it is now.
  ///
  /// - Parameters:
  ///   - id: The id of the row, which must not be changed.
  ///   - body: Changes the row. It may be called several times.
  /// - Returns: The row as it was written.
  /// - Throws: ``TableError/Code/key`` if there is no such row, another ``TableError``, the error that
  ///   `body` throws, or `CancellationError`; see ``transaction(_:)``.
  @discardableResult
  public func update(_ id: Row.ID, _ body: (inout Row) throws -> Void) async throws -> Row {
    try await transaction { rows in
      try rows.update(id) { row in
        try body(&row)
        return row
      }
    }
  }

  /// Removes a row from the table, whatever others have written to it.
  ///
  /// To check it first, use a ``transaction(_:)``. Cancellation is as in ``insert(_:)``.
  ///
  /// - Parameter id: The id of the row.
  /// - Returns: Whether there was such a row.
  /// - Throws: ``TableError``.
  @discardableResult
  public func remove(_ id: Row.ID) async throws(TableError) -> Bool {
    await core.queuedEdits()
    let edit = TableEdit.remove(key: try core.makeCoder().key(of: id), expecting: [])
    switch try await core.write([edit]) {
    case .written:
      _ = await core.catchUp()
      return true
    case .conflict: return false
    }
  }

  /// Edits several rows in one transaction: all of them, or none.
  ///
  /// The edits are committed if the rows that the closure has read or edited are still as it has seen
  /// them. Otherwise it is called again, with these rows as they are now. No closure of yours runs
  /// while the database is locked.
  ///
  /// If the calling task is cancelled before the edits are passed to the store, nothing is written.
  /// Later, it is as in ``insert(_:)``.
  ///
  /// - Parameter body: Edits the rows. It may be called several times, so it should have no effects
  ///   of its own. Rows that it finds in ``TableDraft/snapshot`` are not checked.
  /// - Returns: The result of `body`.
  /// - Throws: ``TableError``, the error that `body` throws, or `CancellationError`. Nothing is then
  ///   written, except that ``TableError/Code/outcomeUnknown`` says that it may be. The error is a
  ///   ``TableError/Code/conflict`` if others have changed the rows again and again.
  public func transaction<Result>(
    _ body: (inout TableDraft<Row>) throws -> Result
  ) async throws -> Result {
    await core.queuedEdits()
    var newer: [Row.ID: NewerRow<Row>] = [:]
    for attempt in 0..<TableAttempts.limit {
      var draft = TableDraft(list.snapshot(), newer: newer, schema: core.schema)
      let result: Result
      do {
        result = try body(&draft)
      } catch let error as TableError where error.code == .key && attempt == 0 {
        // The row may have been committed without the list having read it.
        _ = await core.catchUp()
        continue
      }
      var coder = try core.makeCoder()
      let edits = try draft.edits(&coder)
      if edits.allSatisfy(\.edit.isOnlyCheck) { return result }
      try Task.checkCancellation()
      switch try await core.write(edits.map(\.edit)) {
      case .written:
        _ = await core.catchUp()
        return result
      case .conflict(let number, let current):
        newer[edits[number].id] = try core.newerRow(current)
      }
    }
    throw TableError(
      .conflict,
      """
      \(TableAttempts.limit) attempts to edit table “\(core.name)” found rows that others had changed \
      meanwhile; try again.
      """)
  }
}

enum TableAttempts {
  static var limit: Int { 64 }
}

extension TableEdit {
  var isOnlyCheck: Bool {
    if case .update(_, let fields, _) = self { fields.isEmpty } else { false }
  }
}

extension TableCore {
  /// Waits for edits that were shown at once: a later one must not overtake them.
  func queuedEdits() async { await state.withLock { $0.lastEdit }?.value }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    if state.withLock({ $0.machine.phase }) == .closed { throw closedError }
    return try await table.write(edits)
  }

  func newerRow(_ record: TableRecord?) throws(TableError) -> NewerRow<Row> {
    guard let record else { return NewerRow(row: nil, fields: [:]) }
    let fields = zip(table.columns, record.values).map { ($0.name, $1) }
    return NewerRow(
      row: try makeCoder().decode(record),
      fields: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
  }
}
