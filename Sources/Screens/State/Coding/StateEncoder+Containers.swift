struct StateRecordEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StateEncoder
  let level: Int

  var codingPath: [any CodingKey] { Array(encoder.path.prefix(level)) }

  mutating func encodeNil(forKey key: Key) throws {
    encoder.writeName(key.stringValue)
    encoder.bytes.append(StateTag.null)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.writeField(value, key)
  }

  // The most frequent types, without the search for the type.
  mutating func encode(_ value: Int, forKey key: Key) throws {
    encoder.writeName(key.stringValue)
    encoder.bytes.appendInteger(Int64(value))
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    encoder.writeName(key.stringValue)
    encoder.bytes.appendTextValue(value)
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    encoder.writeName(key.stringValue)
    encoder.bytes.appendDouble(value)
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    encoder.writeName(key.stringValue)
    encoder.bytes.append(value ? StateTag.yes : StateTag.no)
  }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try encoder.writeField(value, key)
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try encoder.writeField(value, key)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { part(StateSuperKey()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { part(key) }

  private func part(_ key: some CodingKey) -> StateEncoder {
    encoder.writeName(key.stringValue)
    return encoder.makePart(key)
  }
}

struct StateListEncoder: UnkeyedEncodingContainer {
  let encoder: StateEncoder
  let level: Int

  var codingPath: [any CodingKey] { Array(encoder.path.prefix(level)) }
  var count: Int { encoder.elements }

  mutating func encodeNil() throws {
    encoder.endRunOfBytes()
    encoder.bytes.append(StateTag.null)
    encoder.countElement()
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.writeElement(value)
  }

  mutating func encode(_ value: UInt8) throws {
    encoder.beginRunOfBytes()
    encoder.writeByteElement(value)
  }

  /// Foundation's `Data` is encoded in this way.
  mutating func encode(contentsOf sequence: some Sequence<UInt8>) throws {
    encoder.beginRunOfBytes()
    let isDone: Void? = sequence.withContiguousStorageIfAvailable { encoder.writeByteElements($0) }
    if isDone == nil { for byte in sequence { encoder.writeByteElement(byte) } }
  }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  mutating func encode(_ value: Int128) throws { try encoder.writeElement(value) }
  mutating func encode(_ value: UInt128) throws { try encoder.writeElement(value) }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    superEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    encoder.endRunOfBytes()
    defer { encoder.countElement() }
    return encoder.makePart(StateIndexKey(encoder.elements))
  }
}

struct StateSingleEncoder: SingleValueEncodingContainer {
  let encoder: StateEncoder
  let level: Int

  var codingPath: [any CodingKey] { Array(encoder.path.prefix(level)) }

  mutating func encodeNil() throws {
    guard encoder.beSingle() else { return }
    encoder.bytes.append(StateTag.null)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.writeSingle(value)
  }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  mutating func encode(_ value: Int128) throws { try encoder.writeSingle(value) }
  mutating func encode(_ value: UInt128) throws { try encoder.writeSingle(value) }
}
