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
