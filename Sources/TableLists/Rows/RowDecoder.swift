/// Decodes rows of one table, one after the other.
///
/// A row asks for its columns in the same order each time, so the next column is found by comparing
/// one name.
final class RowDecoder {
  private let columns: [TableColumn]
  private let positions: [String: Int]
  /// The columns in the order in which the first row has asked for them.
  private var asked: [(name: String, position: Int)] = []
  private var next = 0

  var values: [TableValue] = []
  /// The column that is being decoded, where a value decodes itself.
  var column: Int?

  init(columns: [TableColumn]) {
    self.columns = columns
    positions = Dictionary(
      columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func decode<Row: Decodable>(_ type: Row.Type, from record: TableRecord) throws -> Row {
    values = record.values
    next = 0
    column = nil
    return try Row(from: self)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from value: TableValue, column: Int) throws
    -> Value
  {
    values = Array(repeating: .null, count: columns.count)
    values[column] = value
    return try read(type, at: column)
  }

  func position(of name: String) -> Int? {
    // `decodeIfPresent` asks up to three times.
    if next > 0, asked[next - 1].name == name { return asked[next - 1].position }
    if next < asked.count, asked[next].name == name {
      next += 1
      return asked[next - 1].position
    }
    guard let position = positions[name] else { return nil }
    if next == asked.count {
      asked.append((name, position))
      next += 1
    }
    return position
  }

  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    switch ColumnReading(values[position], as: type) {
    case .value(let value): value
    case .mismatch: throw mismatch(type, at: position)
    case .composed: try readComposed(type, at: position)
    }
  }

  private func readComposed<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value
  {
    let outer = column
    column = position
    defer { column = outer }
    return try Value(from: self)
  }

  func mismatch(_ type: Any.Type, at position: Int) -> DecodingError {
    let value = values[position]
    let context = DecodingError.Context(
      codingPath: [ColumnKey(columns[position].name)],
      debugDescription: "it is \(value), which is no \(type)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension RowDecoder: Decoder {
  var codingPath: [any CodingKey] { column.map { [ColumnKey(columns[$0].name)] } ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if column != nil { throw nested("has properties of its own") }
    return KeyedDecodingContainer(RowDecodingContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let column, case .bytes(let bytes) = values[column] else {
      throw nested("is a sequence of elements other than bytes")
    }
    return BytesDecodingContainer(bytes: bytes, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let column else {
      throw nested("is a single value, and not one with a property a column")
    }
    return ColumnDecodingContainer(decoder: self, position: column)
  }

  func nested(_ problem: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "it \(problem); write a `TableRowFormat` with closures"))
  }
}

/// The name of a column as a key.
struct ColumnKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

private struct RowDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.allNames.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { decoder.position(of: key.stringValue) != nil }

  private func position(_ key: Key) throws -> Int {
    if let position = decoder.position(of: key.stringValue) { return position }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: [], debugDescription: "there is no such column"))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = decoder.values[try position(key)] { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(type, at: position(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    decoder.column = try position(key)
    throw decoder.nested("has properties of its own")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    decoder.column = try position(key)
    return try decoder.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw decoder.nested("has a superclass") }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

extension RowDecoder {
  var allNames: [String] { columns.map(\.name) }
}

private struct ColumnDecodingContainer: SingleValueDecodingContainer {
  let decoder: RowDecoder
  let position: Int

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.values[position] { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.read(type, at: position)
  }
}

/// The bytes of types such as Foundation's `Data`.
private struct BytesDecodingContainer: UnkeyedDecodingContainer {
  let bytes: [UInt8]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(bytes: [UInt8], codingPath: [any CodingKey]) {
    self.bytes = bytes
    self.codingPath = codingPath
  }

  var count: Int? { bytes.count }
  var isAtEnd: Bool { currentIndex == bytes.count }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isAtEnd, type == UInt8.self, let byte = bytes[currentIndex] as? Value else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(codingPath: codingPath, debugDescription: "it consists of bytes"))
    }
    currentIndex += 1
    return byte
  }

  private var noContainer: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "it consists of bytes"))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw noContainer
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw noContainer
  }

  mutating func superDecoder() throws -> any Decoder { throw noContainer }
}
