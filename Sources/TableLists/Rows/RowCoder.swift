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
  /// Whether the table finds a row by another spelling of its key.
  var findsOtherSpellings = false

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

  /// The rows that cannot be decoded, by their keys.
  func failures(in records: [TableRecord]) -> [TableValue: TableError] {
    var failing: [TableValue: TableError] = [:]
    for record in records {
      do throws(TableError) {
        _ = try decodeChecked(record)
      } catch {
        failing[record.values[schema.keyColumn]] = error
      }
    }
    return failing
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

  /// Whether equal ids have one key, and a key is read and written as the same value.
  var keysAreExact: Bool { Row.ID.self is any FixedWidthInteger.Type }

  /// Whether a row with an equal id is another row of the table.
  ///
  /// Two spellings of an accented letter are two keys, and equal strings.
  func hasOtherKey(_ row: Row, _ key: TableValue) throws(TableError) -> Bool {
    if keysAreExact || findsOtherSpellings { return false }
    return try self.key(of: row.id).compared(with: key) != .same
  }

  /// How a row would be looked for, if that is not how the table spells its key.
  func otherSpelling(
    of row: Row, in record: TableRecord
  ) throws(TableError) -> OtherSpelling? {
    if keysAreExact || Row.ID.self == String.self { return nil }
    let (key, encoded) = (record.values[schema.keyColumn], try self.key(of: row.id))
    if key.compared(with: encoded) == .same { return nil }
    return OtherSpelling(id: "\(row.id)", key: key, encoded: encoded)
  }

  /// The fields of a row that is encoded, of some columns.
  func fields(of row: Row, only columns: [String]) throws(TableError) -> [TableField] {
    do {
      guard case .coded(let coding) = format.kind else { return try fields(of: row) }
      return try coding.fields(of: row, only: columns, with: encoder)
    } catch {
      throw schema.unencodable("\(row.id)", error)
    }
  }

  func fields(of row: Row) throws(TableError) -> [TableField] {
    do {
      return try format.fields(of: row, with: encoder)
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
