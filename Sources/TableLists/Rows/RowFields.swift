internal import StageFloor

extension TableRowFormat {
  func fields(of row: Row, with encoder: RowEncoder) throws -> [TableField] {
    switch kind {
    case .coded(let coding): return try coding.fields(of: row, only: nil, with: encoder)
    case .closures(let closures):
      let values = closures.values(row)
      require(
        values.count == closures.columns.count,
        "A format of \(closures.columns.count) columns has returned \(values.count) values.")
      return zip(closures.columns, values).map { TableField($0, $1) }
    }
  }
}

/// Encodes rows for a store that inserts them into a table that it has not opened.
package struct RowFields<Row: Identifiable & Sendable> where Row.ID: Sendable {
  private let format: TableRowFormat<Row>
  private let table: String
  private let encoder = RowEncoder()

  package init(_ format: TableRowFormat<Row>, table: String) {
    self.format = format
    self.table = table
  }

  package func fields(of row: Row) throws(TableError) -> [TableField] {
    do {
      return try format.fields(of: row, with: encoder)
    } catch {
      throw TableSchema(table: table, columns: [], keyColumn: 0).unencodable("\(row.id)", error)
    }
  }
}
