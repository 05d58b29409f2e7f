internal import StageFloor
internal import StagecraftLists

extension TableCore {
  static var batchCount: Int { 4096 }

  /// Reads and decodes all rows, or those of a window.
  static func readAll(
    _ name: String, _ table: any FollowedTable, _ format: TableRowFormat<Row>, _ order: RowOrder,
    _ window: WindowScope?
  ) async throws(TableError) -> LoadedRows<Row> {
    let receiver: RowReceiver<Row>
    let position: TablePosition
    if let window {
      let answer = try await window.read(table)
      receiver = RowReceiver(try RowCoder(format, for: TableSchema(name, table)), order)
      receiver.receive(answer.records)
      position = answer.position
    } else {
      let new = RowReceiver(try RowCoder(format, for: TableSchema(name, table)), order)
      position = try await table.readAll(inBatchesOf: batchCount) { new.receive($0) }
      if !new.failing.isEmpty {
        return LoadedRows(
          rows: [], position: position, hasOtherSpellings: false, failing: new.failing)
      }
      receiver = new
    }
    let loader = try receiver.finish()
    if let other = loader.otherSpelling,
      try await !other.isFound(in: table, TableSchema(name, table))
    {
      return try await readAll(name, table, format, order, window)
    }
    return LoadedRows(
      rows: try loader.sortedRows(), position: position,
      hasOtherSpellings: loader.otherSpelling != nil, failing: [:])
  }

  /// Decodes everything before it changes anything.
  func show(
    _ written: [TableRecord], removed: [TableValue], _ coder: RowCoder<Row>
  ) async throws(TableError) {
    if written.isEmpty, removed.isEmpty { return }
    var coder = coder
    var rows: [Row] = []
    rows.reserveCapacity(written.count)
    for record in written {
      let row = try coder.decodeChecked(record)
      if let other = try coder.otherSpelling(of: row, in: record), !coder.findsOtherSpellings {
        // If it is gone, the next read has that change.
        guard try await other.isFound(in: table, schema) else { continue }
        state.withLock { $0.findsOtherSpellings = true }
        coder.findsOtherSpellings = true
      }
      rows.append(row)
    }
    try apply(rows, removed: removed, coder)
  }

  private func apply(
    _ rows: [Row], removed: [TableValue], _ coder: RowCoder<Row>
  ) throws(TableError) {
    var rows = rows
    var gone: [(id: Row.ID, key: TableValue)] = []
    // A row with a key that is no id was never shown.
    for key in removed { if let id = try? coder.id(of: key) { gone.append((id, key)) } }
    var placer = RowPlacer(coder: coder, order: order, areSame: areSame)
    try list.transaction { draft throws(TableError) in
      if isClosed { return }
      for (id, key) in gone {
        // It may be that of another spelling, which is another row.
        if let old = draft[id: id], try coder.hasOtherKey(old, key) { continue }
        if !overlay.setBase(nil, of: id) { draft.remove(id) }
      }
      if !overlay.isEmpty { rows.removeAll { overlay.setBase($0, of: $0.id) } }
      try placer.place(rows, in: &draft)
    }
  }

  /// Shows all rows, as the exact difference from what was shown.
  func replaceAll(with rows: [Row]) throws(TableError) {
    let coder = try makeCoder()
    var placer = RowPlacer(coder: coder, order: order, areSame: areSame)
    let (order, areSame) = (order, areSame)
    try list.transaction { draft throws(TableError) in
      if isClosed { return }
      let refused = draft.replaceAll(with: rows) { old, new in
        areSame(old, new) && (order.isByKey || coder.haveSamePlace(old, new, in: order))
      }
      if !refused.isEmpty { throw schema.duplicateIDs }
      for id in overlay.keys { _ = overlay.setBase(draft[id: id], of: id) }
      try placer.place(overlay.values.filter { $0.base != nil }.map(\.shown), in: &draft)
    }
  }
}

/// Decodes batches of rows, as they arrive.
private final class RowReceiver<Row: Identifiable & Sendable>:
  @unchecked Sendable  // guard: a store passes one batch after the other, and then returns
where Row.ID: Sendable {
  private var loader: RowLoader<Row>
  private let coder: RowCoder<Row>
  private var error: TableError?
  /// Rows that cannot be decoded, of the first batch that has any.
  private(set) var failing: [TableValue: TableError] = [:]

  init(_ coder: RowCoder<Row>, _ order: RowOrder) {
    self.coder = coder
    loader = RowLoader(coder, order)
  }

  func receive(_ records: [TableRecord]) {
    if error != nil { return }
    do throws(TableError) {
      try loader.add(records)
    } catch {
      self.error = error
      failing = coder.failures(in: records)
    }
  }

  func finish() throws(TableError) -> RowLoader<Row> {
    if let error { throw error }
    return loader
  }
}
