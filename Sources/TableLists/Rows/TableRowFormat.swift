/// How rows of your type are read from columns, and written to them.
///
/// A `Codable` type needs none: its properties are the columns with their names. Two closures are
/// faster, and they read a type that is not `Codable`:
///
/// ```swift
/// let format = TableRowFormat(columns: "id", "title", "due") { row throws(TableError) in
///   Book(id: try row.value(0), title: try row.value(1), due: try row.value(2))
/// } values: { book in
///   [book.id.tableValue, book.title.tableValue, book.due.tableValue]
/// }
/// ```
public struct TableRowFormat<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  enum Kind: Sendable {
    case coded(any RowCoding<Row>)
    case closures(RowClosures<Row>)
  }

  let kind: Kind

  /// Creates a format of closures.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns that the row has.
  ///   - row: Makes a row of the values of these columns, which have their order.
  ///   - values: Returns the values of these columns, in their order.
  public init(
    columns: String...,
    row: @escaping @Sendable (TableColumns) throws(TableError) -> Row,
    values: @escaping @Sendable (Row) -> [TableValue]
  ) where Row.ID: TableColumnValue {
    kind = .closures(
      RowClosures(
        columns: columns, row: row, values: values, key: { $0.tableValue }, id: { Row.ID($0) }))
  }
}

extension TableRowFormat where Row: Codable, Row.ID: Codable {
  /// The format whose columns are the properties that the type encodes, with their names.
  ///
  /// Properties are whole numbers, floating-point numbers, text, truth values, bytes, enumerations
  /// with such a raw value, other types that encode one such value, and optionals of them. A
  /// property that encodes properties of its own is an error that names the column.
  public static var codable: TableRowFormat {
    TableRowFormat(kind: .coded(CodableRows<Row>()))
  }

  private init(kind: Kind) { self.kind = kind }
}

/// The values of a row, in the order of the columns that a ``TableRowFormat`` names.
public struct TableColumns {
  let record: TableRecord
  let positions: [Int]
  let names: [String]

  /// The value of a column.
  ///
  /// - Parameter number: The number of the column in the format.
  public subscript(number: Int) -> TableValue { record.values[positions[number]] }

  /// Returns the value of a column as a type.
  ///
  /// - Parameters:
  ///   - number: The number of the column in the format.
  ///   - type: The type.
  /// - Returns: The value.
  /// - Throws: ``TableError/Code/undecodableRow``, which names the column, if the value is none of
  ///   this type.
  @inline(__always)
  public func value<Value: TableColumnValue>(
    _ number: Int, as type: Value.Type = Value.self
  ) throws(TableError) -> Value {
    if let value = Value(self[number]) { return value }
    throw mismatch(number, type)
  }

  private func mismatch(_ number: Int, _ type: Any.Type) -> TableError {
    TableError(
      .undecodableRow, "column “\(names[number])” is \(self[number]), which is no \(type)")
  }
}

struct RowClosures<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  let columns: [String]
  let row: @Sendable (TableColumns) throws(TableError) -> Row
  let values: @Sendable (Row) -> [TableValue]
  let key: @Sendable (Row.ID) -> TableValue
  let id: @Sendable (TableValue) -> Row.ID?
}

/// What `Codable` adds to a row, without its constraints.
protocol RowCoding<Row>: Sendable {
  associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

  func decode(_ record: TableRecord, with decoder: RowDecoder) throws -> Row
  func fields(
    of row: Row, only columns: [String]?, with encoder: RowEncoder
  ) throws -> [TableField]
  func key(of id: Row.ID, _ column: String, with encoder: RowEncoder) throws -> TableValue
  func id(_ key: TableValue, column: Int, with decoder: RowDecoder) throws -> Row.ID
}

private struct CodableRows<Row: Codable & Identifiable & Sendable>: RowCoding
where Row.ID: Codable & Sendable {
  func decode(_ record: TableRecord, with decoder: RowDecoder) throws -> Row {
    try decoder.decode(Row.self, from: record)
  }

  func fields(
    of row: Row, only columns: [String]?, with encoder: RowEncoder
  ) throws -> [TableField] {
    try encoder.encode(row, only: columns)
  }

  func key(of id: Row.ID, _ column: String, with encoder: RowEncoder) throws -> TableValue {
    try encoder.encode(value: id, column: column)
  }

  func id(_ key: TableValue, column: Int, with decoder: RowDecoder) throws -> Row.ID {
    switch ColumnReading(key, as: Row.ID.self) {
    case .value(let id): id
    case .mismatch, .composed: try decoder.decode(Row.ID.self, from: key, column: column)
    }
  }
}
