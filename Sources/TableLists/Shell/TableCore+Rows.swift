internal import StagecraftLists

extension TableCore {
  static var batchCount: Int { 4096 }

  /// Reads and decodes all rows, or those of a window.
  static func readAll(
    _ name: String, _ table: any FollowedTable, _ format: TableRowFormat<Row>,
    _ window: WindowScope?
  ) async throws(TableError) -> (rows: [Row], position: TablePosition) {
    if let window {
      let (records, position) = try await window.read(table)
      let coder = try RowCoder(format, for: TableSchema(name, table))
      var rows: [Row] = []
      for record in records { rows.append(try coder.decodeChecked(record)) }
      return (rows, position)
    }
    let receiver = RowReceiver(try RowCoder(format, for: TableSchema(name, table)))
    let position = try await table.readAll(inBatchesOf: batchCount) { receiver.receive($0) }
    return (try receiver.finish(), position)
  }

  /// Decodes everything before it changes anything.
  func apply(
    _ written: [TableRecord], removed: [TableValue], _ coder: RowCoder<Row>
  ) throws(TableError) {
    if written.isEmpty, removed.isEmpty { return }
    var rows: [Row] = []
    rows.reserveCapacity(written.count)
    for record in written { rows.append(try coder.decodeChecked(record)) }
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
    var placer = RowPlacer(coder: try makeCoder(), order: order, areSame: areSame)
    try list.transaction { draft throws(TableError) in
      if isClosed { return }
      if !draft.replaceAll(with: rows, unless: areSame).isEmpty { throw schema.duplicateIDs }
      for id in overlay.keys { _ = overlay.setBase(draft[id: id], of: id) }
      try placer.place(overlay.values.filter { $0.base != nil }.map(\.shown), in: &draft)
    }
  }
}

/// Decodes batches of rows, as they arrive.
private final class RowReceiver<Row: Identifiable & Sendable>:
  @unchecked Sendable  // guard: a store passes one batch after the other, and then returns
where Row.ID: Sendable {
  private let coder: RowCoder<Row>
  private var rows: [Row] = []
  private var error: TableError?

  init(_ coder: RowCoder<Row>) { self.coder = coder }

  func receive(_ records: [TableRecord]) {
    guard error == nil, let first = records.first else { return }
    do throws(TableError) {
      _ = try coder.decodeChecked(first)
      for record in records { rows.append(try coder.decode(record)) }
    } catch {
      self.error = error
    }
  }

  func finish() throws(TableError) -> [Row] {
    if let error { throw error }
    return rows
  }
}
