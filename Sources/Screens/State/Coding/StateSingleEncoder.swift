/// Writes a value that is neither a list nor a record.
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
