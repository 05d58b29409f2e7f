internal import StageFloor

/// Reads and writes the rows of one table; used by one thread at a time.
struct RowCoder<Row: Identifiable & Sendable> where Row.ID: Sendable {
  let schema: TableSchema
  let format: TableRowFormat<Row>
  private let decoder: RowDecoder
  private let encoder = RowEncoder()
  /// Where the columns of the closures are in a record.
  private let positions: [Int]
  /// Whether the fields of a row were compared with the columns of the table.
  private var hasCheckedFields = false

  init(_ format: TableRowFormat<Row>, for schema: TableSchema) throws(TableError) {
    if !schema.columns.indices.contains(schema.keyColumn) {
      throw TableError(.noSuchTable, "There is no table “\(schema.table)”.")
    }
    self.schema = schema
    self.format = format
    decoder = RowDecoder(columns: schema.columns)
    var positions: [Int] = []
    if case .closures(let closures) = format.kind {
      for name in closures.columns { positions.append(try schema.position(of: name)) }
    }
    self.positions = positions
  }

  func decode(_ record: TableRecord) throws(TableError) -> Row {
    do {
      return switch format.kind {
      case .coded(let coding): try coding.decode(record, with: decoder)
      case .closures(let closures):
        try closures.row(
          TableColumns(record: record, positions: positions, names: closures.columns))
      }
    } catch {
      throw schema.undecodable(record, error)
    }
  }

  /// Whose id is the key of the row in the database, because rows that are removed are found by it.
  func decodeChecked(_ record: TableRecord) throws(TableError) -> Row {
    let row = try decode(record)
    let key = record.values[schema.keyColumn]
    guard try id(of: key) == row.id else { throw schema.foreignID("\(row.id)", key) }
    return row
  }

  func id(of key: TableValue) throws(TableError) -> Row.ID {
    do {
      switch format.kind {
      case .coded(let coding):
        return try coding.id(key, column: schema.keyColumn, with: decoder)
      case .closures(let closures):
        if let id = closures.id(key) { return id }
        throw decoder.mismatch(Row.ID.self, key)
      }
    } catch {
      throw schema.undecodable(key: key, error)
    }
  }

  func key(of id: Row.ID) throws(TableError) -> TableValue {
    do {
      return switch format.kind {
      case .coded(let coding): try coding.key(of: id, schema.keyName, with: encoder)
      case .closures(let closures): closures.key(id)
      }
    } catch {
      throw schema.unencodable("\(id)", error)
    }
  }

  /// Two spellings of an accented letter are two keys, and equal strings.
  func hasOtherKey(_ row: Row, _ key: TableValue) throws(TableError) -> Bool {
    guard Row.ID.self == String.self else { return false }
    return try self.key(of: row.id) != key
  }

  func fields(of row: Row) throws(TableError) -> [TableField] {
    do {
      switch format.kind {
      case .coded(let coding): return try coding.fields(of: row, with: encoder)
      case .closures(let closures):
        let values = closures.values(row)
        require(
          values.count == closures.columns.count,
          "A format of \(closures.columns.count) columns has returned \(values.count) values.")
        return zip(closures.columns, values).map { TableField($0, $1) }
      }
    } catch {
      throw schema.unencodable("\(row.id)", error)
    }
  }

  /// All fields, which must be columns of the table.
  mutating func checkedFields(of row: Row) throws(TableError) -> [TableField] {
    let fields = try fields(of: row)
    if !hasCheckedFields {
      for field in fields { _ = try schema.position(of: field.column) }
      hasCheckedFields = true
    }
    return fields
  }
}

extension RowDecoder {
  func mismatch(_ type: Any.Type, _ value: TableValue) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: [], debugDescription: "the key is \(value), which is no \(type)"))
  }
}
