/// All rows of one state, in the order of the list.
struct LoadedRows<Row: Sendable>: Sendable {
  let rows: [Row]
  let position: TablePosition
  let hasOtherSpellings: Bool
  /// Rows that cannot be decoded; there are no others then.
  let failing: [TableValue: TableError]
}

/// Decodes rows in the order of the database, and compares neighbours as the list does.
///
/// The list finds places by the values that rows encode. They can contradict the order of the
/// database where a property does not keep what the column has, such as a `Float`.
struct RowLoader<Row: Identifiable & Sendable> where Row.ID: Sendable {
  private let coder: RowCoder<Row>
  private let order: RowOrder
  private var rows: [Row] = []
  private var last: SortKey?
  private var isSorted = true
  /// The first row whose key has another spelling than its id.
  private(set) var otherSpelling: OtherSpelling?

  init(_ coder: RowCoder<Row>, _ order: RowOrder) {
    self.coder = coder
    self.order = order
  }

  mutating func add(_ records: [TableRecord]) throws(TableError) {
    guard let first = records.first else { return }
    _ = try coder.decodeChecked(first)
    for record in records {
      let row = try coder.decode(record)
      if otherSpelling == nil { otherSpelling = try coder.otherSpelling(of: row, in: record) }
      if isSorted, !order.isByKey || !coder.keysAreExact {
        let key = try coder.sortKey(of: row, in: order)
        if let last, order.isBefore(key, last) { isSorted = false }
        last = key
      }
      rows.append(row)
    }
  }

  func sortedRows() throws(TableError) -> [Row] {
    if isSorted { return rows }
    var keyed: [(key: SortKey, row: Row)] = []
    keyed.reserveCapacity(rows.count)
    for row in rows { keyed.append((try coder.sortKey(of: row, in: order), row)) }
    return keyed.sorted { order.isBefore($0.key, $1.key) }.map(\.row)
  }
}

/// A row whose key is spelled otherwise in the table than its id is written, such as a `UUID` in
/// small letters.
///
/// Some tables find the row by both, as by a column of the type `uuid`. Others would not find it, so
/// that edits were lost.
struct OtherSpelling: Sendable {
  let id: String
  let key: TableValue
  let encoded: TableValue

  /// Returns false if the row was removed meanwhile; throws if the table does not find it.
  func isFound(
    in table: any FollowedTable, _ schema: TableSchema
  ) async throws(TableError) -> Bool {
    if try await self.key(found: encoded, table, schema) == key { return true }
    if try await self.key(found: key, table, schema) == nil { return false }
    throw schema.otherSpelling(self)
  }

  private func key(
    found key: TableValue, _ table: any FollowedTable, _ schema: TableSchema
  ) async throws(TableError) -> TableValue? {
    let condition = TableCondition(schema.keyName, in: [key])
    let found = try await table.rows(
      TableQuery(conditions: [condition], start: .beginning, limit: 1, counts: false))
    return found.rows.first?.values[schema.keyColumn]
  }
}
