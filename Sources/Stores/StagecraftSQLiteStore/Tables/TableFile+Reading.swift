#if SQLite
internal import CSQLite
internal import StagecraftTableLists

extension TableFile {
  /// The state that the transaction reads.
  func position() throws -> TablePosition {
    // Another file or log, and an altered table, are read again: they have another name.
    let name = "\(log.id) \(alterations) \(shape.text)"
    return TablePosition(log: name, mark: try lastEntry().text)
  }

  /// An entry of the log, or the place before the first one.
  private struct Entry: Equatable {
    var number: Int64 = 0
    var nonce: Int64 = 0

    var text: String { "\(number) \(nonce)" }

    init() {}

    init(_ row: Row) { (number, nonce) = (row.integer(0), row.integer(1)) }

    init?(_ text: String) {
      let parts = text.split(separator: " ")
      guard parts.count == 2, let number = Int64(parts[0]), let nonce = Int64(parts[1]) else {
        return nil
      }
      (self.number, self.nonce) = (number, nonce)
    }
  }

  private func lastEntry() throws -> Entry {
    try connection.first(
      text: "SELECT seq, nonce FROM \(quoted(log.table)) ORDER BY seq DESC LIMIT 1",
      read: Entry.init) ?? Entry()
  }

  /// Whether the log has an entry, and all later ones.
  private func hasEntries(since mark: Entry) throws -> Bool {
    let log = quoted(log.table)
    if mark.number == 0 {
      return try connection.first(text: "SELECT min(seq) FROM \(log)") { $0.integer(0) } == 1
    }
    return try connection.first(
      text: "SELECT seq, nonce FROM \(log) WHERE seq = ?1", [.integer(mark.number)],
      read: Entry.init) == mark
  }

  /// How many bytes of values are passed at once, beside the number of rows.
  private static let batchSize = 4 << 20
  /// How many bytes of values an answer about changes has at most.
  private static let changesSize = 64 << 20

  /// The rows of an answer fit the columns that its caller knows.
  func requireSame(_ columns: [TableColumn]) throws {
    if columns == self.columns { return }
    throw TableError(
      .unreachable,
      "The columns of the table \"\(shape.table)\" were changed meanwhile. Try again.")
  }

  // MARK: All rows

  func readAll(
    inBatchesOf count: Int, while isWanted: @escaping () -> Bool,
    _ receive: ([TableRecord]) -> Void
  ) throws -> TablePosition {
    let columns = columns
    return try read(while: isWanted) {
      try requireSame(columns)
      try requireReadable(since: nil)
      let position = try position()
      var size = 0
      let sql = "SELECT \(columnList) FROM \(rows) ORDER BY \(orderList(isBackward: false))"
      var batch: [TableRecord] = []
      try connection.each(sql) { row in
        batch.append(try record(row, since: nil))
        size += batch[batch.count - 1].size
        guard batch.count >= count || size >= Self.batchSize else { return true }
        guard self.isWanted(), isWanted() else { throw TableError.cancelled(shape.table) }
        receive(batch)
        batch.removeAll(keepingCapacity: true)
        size = 0
        return true
      }
      if !batch.isEmpty { receive(batch) }
      return position
    }
  }

  // MARK: Changes

  func changes(
    since position: TablePosition, while isWanted: @escaping () -> Bool
  ) throws -> TableChanges {
    try read(while: isWanted) {
      let now = try self.position()
      if position == now { return .changed(written: [], removed: [], at: now) }
      guard position.log == now.log, let mark = Entry(position.mark), try hasEntries(since: mark)
      else { return .unknown }
      try requireReadable(since: position)
      // All rows name the one that cannot be read, if it is still there.
      guard let keys = try keys(after: mark.number, to: now) else { return .unknown }
      var written = [TableValue: TableRecord](minimumCapacity: keys.count)
      var seen: [TableValue] = []
      var missing: [TableValue] = []
      var size = 0
      let sql = rowStatement
      for key in keys {
        guard let record = try row(key, sql, since: position) else {
          missing.append(key)
          continue
        }
        size += record.size
        // Batches of all rows take less memory at once.
        if size > Self.changesSize { return .unknown }
        // SQLite may take two different keys for one, such as "a" and "A".
        let own = record.values[keyColumn]
        if own != key { missing.append(key) }
        if written.updateValue(record, forKey: own) == nil { seen.append(own) }
      }
      let removed = missing.filter { $0 != .null && written[$0] == nil }
      return .changed(written: seen.compactMap { written[$0] }, removed: removed, at: now)
    }
  }

  /// The keys in the log after an entry, each once, in their order; nil if one is not UTF-8.
  private func keys(after mark: Int64, to end: TablePosition) throws -> [TableValue]? {
    let count = Entry(end.mark).map { $0.number - mark } ?? 0
    var known = Set<TableValue>(minimumCapacity: Int(max(0, min(count, Int64(log.limit)))))
    var keys: [TableValue] = []
    var areReadable = true
    let sql = "SELECT key FROM \(quoted(log.table)) WHERE seq > ?1 ORDER BY seq"
    try connection.each(sql, [.integer(mark)]) { row in
      guard let key = row.value(0) else {
        areReadable = false
        return false
      }
      if known.insert(key).inserted { keys.append(key) }
      return true
    }
    return areReadable ? keys : nil
  }

  /// The row with a key.
  func row(_ key: TableValue) throws -> TableRecord? {
    try connection.first(text: rowStatement, [Binding(key)], read: record)
  }

  private func row(
    _ key: TableValue, _ sql: String, since position: TablePosition?
  ) throws -> TableRecord? {
    try connection.first(text: sql, [Binding(key)]) { try record($0, since: position) }
  }

  /// Reads a row, and notes the one that ends a read.
  private func record(_ row: Row, since position: TablePosition?) throws -> TableRecord {
    do {
      return try record(row)
    } catch {
      if let key = row.value(Int32(keyColumn)), key != .null { unreadable = (key, position) }
      throw error
    }
  }

  private func requireReadable(since position: TablePosition?) throws {
    guard let known = unreadable, known.since == position else { return }
    _ = try row(known.key)
    unreadable = nil
  }

  private var rowStatement: String {
    "SELECT \(columnList) FROM \(rows) WHERE \(keyName) IS ?1"
  }

  // MARK: Parts

  /// The table in a statement.
  ///
  /// All columns are named with `r`: without it, SQLite takes a quoted name for a text if there is no
  /// such column.
  var rows: String { "main.\(quoted(shape.table)) AS r" }

  var keyName: String { "r.\(quoted(shape.key))" }

  var columnList: String {
    columns.map { shape.has($0) ? "r.\(quoted($0.name))" : "NULL" }.joined(separator: ", ")
  }

  /// - Throws: ``TableError`` that names row and column if the row has text that is none, or no key.
  func record(_ row: Row) throws -> TableRecord {
    var values: [TableValue] = []
    let count = Int(sqlite3_column_count(row.statement))
    values.reserveCapacity(count)
    for column in 0..<count {
      guard let value = row.value(Int32(column)) else {
        throw undecodable(row.value(Int32(keyColumn)), column: columns[column].name)
      }
      values.append(value)
    }
    if values[keyColumn] == .null {
      throw TableError(
        .key,
        """
        A row of the table "\(shape.table)" has no value in its primary key, the column \
        "\(shape.key)". Give it one, or remove it.
        """)
    }
    return TableRecord(values)
  }

  private func undecodable(_ key: TableValue?, column: String) -> TableError {
    TableError(
      .undecodableRow,
      """
      The row \(key.map { "\($0)" } ?? "with a key that is no text") of the table "\(shape.table)" \
      has text in the column "\(column)" that is not UTF-8. Write it again.
      """)
  }
}

extension TableRecord {
  /// The bytes of its values, about.
  fileprivate var size: Int {
    values.reduce(0) { sum, value in
      switch value {
      case .text(let text): sum + 16 + text.utf8.count
      case .bytes(let bytes): sum + 48 + bytes.count
      case .null, .integer, .real: sum + 16
      }
    }
  }
}

extension Row {
  /// The value of a column; nil for text that is not UTF-8.
  func value(_ column: Int32) -> TableValue? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_BLOB: return .bytes(bytes(column))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(statement, column) else { return .text("") }
      let count = Int(sqlite3_column_bytes(statement, column))
      let text = String(
        validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      return text.map { .text($0) }
    default: return .null
    }
  }
}

extension Binding {
  init(_ value: TableValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .bytes(let value): self = .bytes(value)
    }
  }
}
#endif
