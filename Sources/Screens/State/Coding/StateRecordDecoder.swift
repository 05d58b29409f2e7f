struct StateRecordDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: StateDecoder
  let record: StateRecord
  let level: Int

  var codingPath: [any CodingKey] { Array(decoder.path.prefix(level)) }

  var allKeys: [Key] {
    var keys: [Key] = []
    // A duplicate name is one key: there are never more keys than names.
    var seen: Set<UInt64> = []
    var cursor = decoder.source.cursor(record.offset, record.end)
    // All fields have been checked, and none is damaged.
    while !cursor.isAtEnd, let name = try? cursor.number(), (try? cursor.skip()) != nil {
      if record.hasDuplicates, !seen.insert(name).inserted { continue }
      if let key = Key(stringValue: decoder.source.names[Int(name)]) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    (try? decoder.field(key.stringValue, in: record)) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.isNull(at: try field(key).offset)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(type, try field(key), key)
  }

  // The most frequent types, without the search for the type.
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try read(type, try field(key), key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(type, try field(key), key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(type, try field(key), key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(type, try field(key), key)
  }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try read(type, try field(key), key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try read(type, try field(key), key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let cursor = try decoder.field(key.stringValue, in: record),
      !decoder.isNull(at: cursor.offset)
    else { return nil }
    return try read(type, cursor, key)
  }

  @inline(__always)
  private func read<Value: Decodable>(
    _ type: Value.Type, _ cursor: StateCursor, _ key: Key
  ) throws -> Value {
    var cursor = cursor
    let value = try decoder.read(type, &cursor, at: key)
    decoder.hint = (record.offset, cursor.offset)
    return value
  }

  private func field(_ key: Key) throws -> StateCursor {
    if let cursor = try decoder.field(key.stringValue, in: record) { return cursor }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "There is no field “\(key.stringValue)”."))
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let cursor = try decoder.field(StateSuperKey().stringValue, in: record) else {
      throw DecodingError.keyNotFound(
        StateSuperKey(),
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "There is no value of a superclass."))
    }
    return try decoder.branch(cursor, StateSuperKey())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try decoder.branch(try field(key), key)
  }
}
