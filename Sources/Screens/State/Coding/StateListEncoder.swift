/// Writes the elements of a list.
struct StateListEncoder: UnkeyedEncodingContainer {
  let encoder: StateEncoder
  let level: Int

  var codingPath: [any CodingKey] { Array(encoder.path.prefix(level)) }
  var count: Int { encoder.elements }

  mutating func encodeNil() throws {
    encoder.bytes.append(StateTag.null)
    encoder.countElement()
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.writeElement(value)
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
    defer { encoder.countElement() }
    return encoder.makePart(StateIndexKey(encoder.elements))
  }
}
