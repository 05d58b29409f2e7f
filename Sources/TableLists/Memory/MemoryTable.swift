/// A table of a ``MemoryTableStore``, with its log.
struct MemoryTable: Sendable {
  var columns: [TableColumn]
  let keyColumn: Int
  let log: String
  private(set) var records: [TableValue: TableRecord] = [:]
  /// The keys that were written, the latest last; the number of the last one is `sequence`.
  private var changes: [TableValue] = []
  private var sequence = 0

  init(columns: [TableColumn], key: String, log: String) {
    self.columns = columns
    keyColumn = columns.firstIndex { $0.name == key } ?? 0
    self.log = log
  }

  func schema(_ name: String) -> TableSchema {
    TableSchema(table: name, columns: columns, keyColumn: keyColumn)
  }

  var position: TablePosition { TablePosition(log: log, mark: "\(sequence)") }

  func sorted(by order: RowOrder) -> [TableRecord] {
    let positions = order.columns.map { column in
      columns.firstIndex { $0.name == column.column } ?? keyColumn
    }
    return records.values
      .map { (key: order.sortKey($0, at: positions, key: keyColumn), record: $0) }
      .sorted { order.isBefore($0.key, $1.key) }
      .map(\.record)
  }

  /// Forgets the log, as a database does that was restored.
  mutating func forgetChanges() { changes = [] }

  func changes(since position: TablePosition) -> TableChanges {
    guard position.log == log, let mark = Int(position.mark), mark <= sequence,
      mark >= sequence - changes.count
    else { return .unknown }
    var written: [TableRecord] = []
    var removed: [TableValue] = []
    for key in Set(changes.suffix(sequence - mark)).sorted() {
      if let record = records[key] { written.append(record) } else { removed.append(key) }
    }
    return .changed(written: written, removed: removed, at: self.position)
  }

  mutating func write(
    _ edits: [TableEdit], _ name: String, logLimit: Int
  ) throws(TableError) -> TableWriteResult {
    let schema = schema(name)
    // What is to be restored if an edit fails.
    var old: [(key: TableValue, record: TableRecord?)] = []
    func undo() { for (key, record) in old.reversed() { records[key] = record } }
    for (number, edit) in edits.enumerated() {
      do throws(TableError) {
        let change = try change(edit, schema)
        switch change {
        case .conflict(let current):
          undo()
          return .conflict(edit: number, current: current)
        case .none: break
        case .put(let key, let record):
          old.append((key, records[key]))
          records[key] = record
        }
      } catch {
        undo()
        throw error
      }
    }
    for (key, _) in old { changes.append(key) }
    sequence += old.count
    // Rarely, so that it takes constant time on average.
    if changes.count > 2 * max(logLimit, 16) { changes.removeFirst(changes.count - logLimit) }
    return .written
  }

  private enum Change {
    case none
    case put(key: TableValue, TableRecord?)
    case conflict(TableRecord?)
  }

  private func change(_ edit: TableEdit, _ schema: TableSchema) throws(TableError) -> Change {
    switch edit {
    case .insert(let fields):
      var record = TableRecord(Array(repeating: .null, count: columns.count))
      for field in fields { record.values[try schema.position(of: field.column)] = field.value }
      let key = record.values[keyColumn]
      if let current = records[key] { return .conflict(current) }
      return .put(key: key, record)
    case .update(let key, let fields, let expected):
      guard var record = try matching(key, expected, schema) else { return .conflict(records[key]) }
      for field in fields { record.values[try schema.position(of: field.column)] = field.value }
      return fields.isEmpty ? .none : .put(key: key, record)
    case .remove(let key, let expected):
      guard try matching(key, expected, schema) != nil else { return .conflict(records[key]) }
      return .put(key: key, nil)
    }
  }

  private func matching(
    _ key: TableValue, _ expected: [TableField], _ schema: TableSchema
  ) throws(TableError) -> TableRecord? {
    guard let record = records[key] else { return nil }
    for field in expected {
      let value = record.values[try schema.position(of: field.column)]
      if value.compared(with: field.value) != .same { return nil }
    }
    return record
  }
}
