internal import StageFloor

/// The part of a table that a window shows: some rows from a place on.
///
/// The rows of a window are read by one query, so they are of one state of the table.
final class WindowScope: Sendable {
  /// A place in the order, with the values as the database has them.
  typealias Place = SortKey

  private struct State: Sendable {
    var start: Place?
    /// What was read last.
    var shown = Shown()
  }

  private struct Shown: Sendable {
    var start: Place?
    var last: Place?
    var keys: Set<TableValue> = []
  }

  private let name: String
  let order: RowOrder
  let conditions: [TableCondition]
  let count: Int
  let counting: Bool
  let counts = ValueStreams<TableWindowCounts?>(nil)
  private let state = Guarded(State())

  init(
    _ name: String, order: RowOrder, conditions: [TableCondition], count: Int, counting: Bool
  ) {
    self.name = name
    self.order = order
    self.conditions = conditions
    self.count = count
    self.counting = counting
  }

  /// Moves the window so that a row is in its middle; the next read shows it.
  ///
  /// - Returns: Whether the row exists.
  func move(around key: TableValue, in table: any FollowedTable) async throws(TableError) -> Bool {
    let schema = TableSchema(name, table)
    let condition = TableCondition(schema.keyName, in: [key])
    let found = try await table.rows(
      TableQuery(conditions: conditions + [condition], start: .beginning, limit: 1, counts: false))
    guard let record = found.rows.first else { return false }
    let place = try place(of: record, schema)
    let before = try await table.rows(
      TableQuery(
        conditions: conditions, start: .from(place.values, key: place.key), isBackward: true,
        limit: count / 2, counts: false))
    let start =
      try before.rows.first.map { record throws(TableError) in
        try self.place(of: record, schema)
      } ?? place
    // With too few rows before it, the window shows those that come later.
    let isFull = before.rows.count == count / 2
    state.withLock { $0.start = isFull ? start : nil }
    return true
  }

  func moveToBeginning() { state.withLock { $0.start = nil } }

  func moveToEnd(in table: any FollowedTable) async throws(TableError) {
    let rows = try await table.rows(
      TableQuery(
        conditions: conditions, start: .end, isBackward: true, limit: count, counts: false)
    ).rows
    let schema = TableSchema(name, table)
    let start = try rows.first.map { record throws(TableError) in try place(of: record, schema) }
    state.withLock { $0.start = start }
  }

  func read(
    _ table: any FollowedTable
  ) async throws(TableError) -> (records: [TableRecord], position: TablePosition) {
    let start = state.withLock { $0.start }
    var answer = try await table.rows(
      TableQuery(
        conditions: conditions,
        start: start.map { TableQuery.Start.from($0.values, key: $0.key) } ?? .beginning,
        limit: count, counts: counting))
    if start != nil, answer.rows.count < count {
      // Rows near the end were removed: there are others before.
      answer = try await table.rows(
        TableQuery(
          conditions: conditions, start: .end, isBackward: true, limit: count, counts: counting))
    }
    let schema = TableSchema(name, table)
    let isShort = answer.rows.count < count
    let shown = Shown(
      start: start == nil || isShort
        ? nil
        : try answer.rows.first.map { record throws(TableError) in try place(of: record, schema) },
      last: isShort
        ? nil
        : try answer.rows.last.map { record throws(TableError) in try place(of: record, schema) },
      keys: Set(answer.rows.map { $0.values[schema.keyColumn] }))
    state.withLock { $0.shown = shown }
    if let before = answer.countBefore, let after = answer.countAfter {
      let new = TableWindowCounts(before: before, after: after)
      counts.set(new) { $0 == new }
    }
    return (answer.rows, answer.position)
  }

  /// Whether no rows are before those of the window, or after them, as far as is known.
  var edges: (hasAllBefore: Bool, hasAllAfter: Bool) {
    let (shown, counts) = (state.withLock { $0.shown }, counts.current)
    return (shown.start == nil || counts?.before == 0, shown.last == nil || counts?.after == 0)
  }

  /// Whether rows of the window may have changed.
  func isAffected(
    _ written: [TableRecord], _ removed: [TableValue], _ schema: TableSchema
  ) -> Bool {
    if counting { return !written.isEmpty || !removed.isEmpty }
    let shown = state.withLock { $0.shown }
    if removed.contains(where: { shown.keys.contains($0) }) { return true }
    return written.contains { record in
      if shown.keys.contains(record.values[schema.keyColumn]) { return true }
      guard let place = try? place(of: record, schema) else { return true }
      if let start = shown.start, order.isBefore(place, start) { return false }
      if let last = shown.last, order.isBefore(last, place) { return false }
      return true
    }
  }

  private func place(
    of record: TableRecord, _ schema: TableSchema
  ) throws(TableError) -> Place {
    var positions: [Int] = []
    for column in order.columns { positions.append(try schema.position(of: column.column)) }
    return order.sortKey(record, at: positions, key: schema.keyColumn)
  }
}
