/// What decides the place of a row: the values of the order's columns, then the key.
struct SortKey: Equatable, Sendable {
  var values: [TableValue]
  var key: TableValue
}

/// The order of the rows of a table.
struct RowOrder: Sendable {
  let columns: [TableOrder]
  let names: [String]

  init(columns: [TableOrder]) {
    self.columns = columns
    names = columns.map(\.column)
  }

  /// Whether the key alone decides, so that a row never moves.
  var isByKey: Bool { columns.isEmpty }

  func compare(_ one: SortKey, _ other: SortKey) -> ValueOrder {
    for (index, column) in columns.enumerated() {
      let order = one.values[index].compared(with: other.values[index])
      if order != .same { return column.isDescending ? order.reversed : order }
    }
    return one.key.compared(with: other.key)
  }

  func isBefore(_ one: SortKey, _ other: SortKey) -> Bool { compare(one, other) == .before }

  /// The key of a row of the database, whose columns are at these positions.
  func sortKey(_ record: TableRecord, at positions: [Int], key: Int) -> SortKey {
    SortKey(values: positions.map { record.values[$0] }, key: record.values[key])
  }
}

extension RowCoder {
  func sortKey(of row: Row, in order: RowOrder) throws(TableError) -> SortKey {
    let key = try key(of: row.id)
    if order.isByKey { return SortKey(values: [], key: key) }
    if let values = try closureValues(of: row, in: order) {
      return SortKey(values: values, key: key)
    }
    let fields = try fields(of: row, only: order.names)
    var values: [TableValue] = []
    values.reserveCapacity(order.columns.count)
    for column in order.columns {
      guard let field = fields.first(where: { $0.column == column.column }) else {
        throw missing(column)
      }
      values.append(field.value)
    }
    return SortKey(values: values, key: key)
  }

  func haveSamePlace(_ one: Row, _ other: Row, in order: RowOrder) -> Bool {
    guard let key = try? sortKey(of: one, in: order) else { return false }
    return (try? sortKey(of: other, in: order)) == key
  }

  /// Without making fields; nil if the row is encoded.
  private func closureValues(
    of row: Row, in order: RowOrder
  ) throws(TableError) -> [TableValue]? {
    guard case .closures(let closures) = format.kind else { return nil }
    let all = closures.values(row)
    var values: [TableValue] = []
    for column in order.columns {
      guard let index = closures.columns.firstIndex(of: column.column), index < all.count else {
        throw missing(column)
      }
      values.append(all[index])
    }
    return values
  }

  private func missing(_ column: TableOrder) -> TableError {
    TableError(
      .noSuchColumn,
      """
      The list is ordered by column “\(column.column)”, which is no property of \(Row.self): add it.
      """)
  }
}
