/// Encodes rows into fields.
final class RowEncoder {
  private(set) var fields: [TableField] = []
  /// The column that is being encoded, where a value encodes itself.
  private var column: String?
  /// The columns that are needed; nil for all.
  private var wanted: [String]?
  /// Whether a value has asked for properties of its own, which may be none.
  private var isComposed = false

  func encode(_ row: some Encodable, only columns: [String]? = nil) throws -> [TableField] {
    fields.removeAll(keepingCapacity: true)
    column = nil
    wanted = columns
    try row.encode(to: self)
    return fields
  }

  func encode<Value: Encodable>(value: Value, column: String) throws -> TableValue {
    fields.removeAll(keepingCapacity: true)
    wanted = nil
    try append(value, column)
    return fields.last?.value ?? .null
  }

  @inline(__always)
  func append<Value: Encodable>(_ value: Value, _ name: String) throws {
    if let wanted, !wanted.contains(name) { return }
    switch ColumnReading<TableValue>(value) {
    case .value(let value): fields.append(TableField(name, value))
    case .mismatch:
      column = name
      throw nested("is out of range")
    case .composed: try appendComposed(value, name)
    }
  }

  func appendNull(_ name: String) { fields.append(TableField(name, .null)) }

  private func appendComposed<Value: Encodable>(_ value: Value, _ name: String) throws {
    let outer = column
    let count = fields.count
    column = name
    isComposed = false
    defer { column = outer }
    try value.encode(to: self)
    // An empty dictionary and an empty array of text would be written, and not be read.
    if isComposed { throw nested("has properties of its own") }
    if fields.last?.value == .bytes([]), let type = Value.self as? any Sequence.Type,
      !hasBytes(type)
    {
      throw noBytes
    }
    if fields.count == count { appendNull(name) }
  }

  func unkeyedContainer(for name: String) -> any UnkeyedEncodingContainer {
    BytesEncodingContainer(encoder: self, column: name)
  }

  func appendBytes(_ bytes: [UInt8], _ name: String?) {
    // A container of bytes may be filled in several steps.
    if let last = fields.last, last.column == name, case .bytes(let first) = last.value {
      fields[fields.count - 1].value = .bytes(first + bytes)
    } else if let name {
      fields.append(TableField(name, .bytes(bytes)))
    }
  }

  var noBytes: EncodingError { nested("is a sequence of elements other than bytes") }

  private func hasBytes<Elements: Sequence>(_ type: Elements.Type) -> Bool {
    Elements.Element.self == UInt8.self
  }

  func nested(_ problem: String) -> EncodingError {
    .invalidValue(
      0,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "it \(problem); write a `TableRowFormat` with closures"))
  }
}

extension RowEncoder: Encoder {
  var codingPath: [any CodingKey] { column.map { [ColumnKey($0)] } ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if column != nil { isComposed = true }
    return KeyedEncodingContainer(
      RowEncodingContainer<Key>(encoder: self, isNested: column != nil))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    BytesEncodingContainer(encoder: self, column: column)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ColumnEncodingContainer(encoder: self, column: column)
  }
}

private struct RowEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RowEncoder
  let isNested: Bool

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func check() throws {
    if isNested { throw encoder.nested("has properties of its own") }
  }

  func encodeNil(forKey key: Key) throws {
    try check()
    encoder.appendNull(key.stringValue)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try check()
    try encoder.append(value, key.stringValue)
  }

  /// Without this, nothing would be written for a property that is nil.
  @inline(__always)
  private func encodeOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  // The protocol has a default implementation of each of these, which a generic method does not
  // replace.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RowEncodingContainer<Nested>(encoder: encoder, isNested: true))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer(for: key.stringValue)
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct ColumnEncodingContainer: SingleValueEncodingContainer {
  let encoder: RowEncoder
  let column: String?

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { try encoder.appendNull(name()) }

  func encode<Value: Encodable>(_ value: Value) throws { try encoder.append(value, name()) }

  private func name() throws -> String {
    if let column { return column }
    throw encoder.nested("is a single value, and not one with a property a column")
  }
}

private struct BytesEncodingContainer: UnkeyedEncodingContainer {
  let encoder: RowEncoder
  let column: String?

  init(encoder: RowEncoder, column: String?) {
    self.encoder = encoder
    self.column = column
    encoder.appendBytes([], column)
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { 0 }

  func encodeNil() throws { throw encoder.noBytes }

  func encode<Value: Encodable>(_ value: Value) throws {
    guard let byte = value as? UInt8 else { throw encoder.noBytes }
    encoder.appendBytes([byte], column)
  }

  func encode(contentsOf bytes: some Sequence<UInt8>) throws {
    encoder.appendBytes(Array(bytes), column)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RowEncodingContainer<Nested>(encoder: encoder, isNested: true))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
