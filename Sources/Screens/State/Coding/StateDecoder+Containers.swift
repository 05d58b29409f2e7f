extension StateDecoder: Decoder {
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var cursor = source.cursor(place, end)
    let scalar = try cursor.scalar()
    guard case .record = scalar else { throw mismatch([String: Any].self, scalar) }
    let length = try cursor.length()
    let content = source.cursor(cursor.place, cursor.place + length)
    return KeyedDecodingContainer(
      StateRecordDecoder<Key>(
        decoder: self, record: try source.record(content), level: path.count))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let cursor = source.cursor(place, end)
    return StateListDecoder(
      decoder: self, elements: try elements(of: [Any].self, at: cursor),
      isBytes: source.byte(at: place) == StateTag.bytes, level: path.count)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    StateSingleDecoder(decoder: self, place: place, end: end)
  }
}

// MARK: Fields

extension StateDecoder {
  /// The position of a field's value; nil if there is no such field.
  ///
  /// Fields are mostly requested in the order in which they were written.
  func field(_ name: String, in record: StateRecord) throws -> StateCursor? {
    if hint.record == record.place, !record.hasDuplicates {
      var cursor = source.cursor(hint.field, record.end)
      if !cursor.isAtEnd, source.names[Int(try cursor.number())].hasSameBytes(as: name) {
        return cursor
      }
    }
    return try searchedField(name, in: record)
  }

  private func searchedField(_ name: String, in record: StateRecord) throws -> StateCursor? {
    guard let wanted = source.place(of: name) else { return nil }
    if record.count > 16 {
      let place = try source.index(of: record)[wanted]
      return place.map { source.cursor($0, record.end) }
    }
    var found: StateCursor?
    var cursor = source.cursor(record.place, record.end)
    while !cursor.isAtEnd {
      let field = cursor.place
      if try cursor.number() == UInt64(wanted) {
        found = cursor
        if !record.hasDuplicates {
          // The field may be requested several times before it is read.
          hint = (record.place, field)
          break
        }
      }
      try cursor.skip()
    }
    return found
  }
}

/// Reads a value that is neither a list nor a record.
struct StateSingleDecoder: SingleValueDecodingContainer {
  let decoder: StateDecoder
  let place: Int
  let end: Int

  var codingPath: [any CodingKey] { decoder.path }

  func decodeNil() -> Bool { place < end && decoder.isNull(at: place) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var cursor = decoder.source.cursor(place, end)
    return try decoder.read(type, &cursor)
  }
}
