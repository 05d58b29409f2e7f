extension StateDecoder: Decoder {
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var cursor = source.cursor(offset, end)
    let scalar = try cursor.scalar()
    guard case .record = scalar else { throw mismatch([String: Any].self, scalar) }
    let length = try cursor.length()
    let content = source.cursor(cursor.offset, cursor.offset + length)
    return KeyedDecodingContainer(
      StateRecordDecoder<Key>(
        decoder: self, record: try source.record(content), level: path.count))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let cursor = source.cursor(offset, end)
    return StateListDecoder(
      decoder: self, elements: try elements(of: [Any].self, at: cursor),
      isBytes: source.byte(at: offset) == StateTag.bytes, level: path.count)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    StateSingleDecoder(decoder: self, offset: offset, end: end)
  }
}

// MARK: Fields

extension StateDecoder {
  /// Fields are mostly requested in the order in which they were written.
  func field(_ name: String, in record: StateRecord) throws -> StateCursor? {
    if hint.record == record.offset, !record.hasDuplicates {
      var cursor = source.cursor(hint.field, record.end)
      if !cursor.isAtEnd, source.names[Int(try cursor.number())].hasSameBytes(as: name) {
        return cursor
      }
    }
    return try searchedField(name, in: record)
  }

  private func searchedField(_ name: String, in record: StateRecord) throws -> StateCursor? {
    guard let wanted = source.nameIndex(of: name) else { return nil }
    if record.count > 16 {
      let offset = try source.index(of: record)[wanted]
      return offset.map { source.cursor($0, record.end) }
    }
    var found: StateCursor?
    var cursor = source.cursor(record.offset, record.end)
    while !cursor.isAtEnd {
      let field = cursor.offset
      if try cursor.number() == UInt64(wanted) {
        found = cursor
        if !record.hasDuplicates {
          // The field may be requested several times before it is read.
          hint = (record.offset, field)
          break
        }
      }
      try cursor.skip()
    }
    return found
  }
}

struct StateSingleDecoder: SingleValueDecodingContainer {
  let decoder: StateDecoder
  let offset: Int
  let end: Int

  var codingPath: [any CodingKey] { decoder.path }

  func decodeNil() -> Bool { offset < end && decoder.isNull(at: offset) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var cursor = decoder.source.cursor(offset, end)
    return try decoder.read(type, &cursor)
  }
}
