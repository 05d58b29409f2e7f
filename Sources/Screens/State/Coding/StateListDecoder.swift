struct StateListDecoder: UnkeyedDecodingContainer {
  let decoder: StateDecoder
  var elements: StateCursor
  /// Without tags.
  let isBytes: Bool
  let level: Int
  var currentIndex = 0

  var codingPath: [any CodingKey] { Array(decoder.path.prefix(level)) }
  var isAtEnd: Bool { elements.isAtEnd }

  /// O(*n*) in the number of remaining elements.
  var count: Int? {
    if isBytes { return currentIndex + elements.end - elements.offset }
    var (rest, count) = (elements, currentIndex)
    while !rest.isAtEnd {
      guard (try? rest.skip()) != nil else { return nil }
      count += 1
    }
    return count
  }

  mutating func decodeNil() throws -> Bool {
    try checkForMore(Any?.self)
    guard !isBytes, decoder.isNull(at: elements.offset) else { return false }
    elements.offset += 1
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element(type)
  }

  // The default implementations in the standard library throw, and are preferred to the generic
  // method.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try checkForMore(type)
    let key = StateIndexKey(currentIndex)
    let value = isBytes ? try byte(type, key) : try decoder.read(type, &elements, at: key)
    currentIndex += 1
    return value
  }

  private mutating func byte<Value: Decodable>(
    _ type: Value.Type, _ key: StateIndexKey
  ) throws -> Value {
    let byte = decoder.source.byte(at: elements.offset)
    if type == UInt8.self {
      elements.offset += 1
      return unsafeBitCast(byte, to: Value.self)
    }
    let value = try Self.alone(byte, decoder.path + [key]).read(type)
    elements.offset += 1
    return value
  }

  private static func alone(_ byte: UInt8, _ path: [any CodingKey]) throws -> StateDecoder {
    var document: [UInt8] = [0]
    document.appendInteger(Int64(byte))
    let source = try StateSource(document)
    return StateDecoder(source, offset: source.start, end: document.count, path: path)
  }

  private func checkForMore<Value>(_ type: Value.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [StateIndexKey(currentIndex)],
        debugDescription: "The list has only \(currentIndex) elements."))
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    try nested { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try nested { $0 } }

  /// Advances, unless `body` throws.
  private mutating func nested<Result>(_ body: (StateDecoder) throws -> Result) throws -> Result {
    try checkForMore(Any.self)
    let key = StateIndexKey(currentIndex)
    var next = elements
    let result: Result
    if isBytes {
      result = try body(Self.alone(try next.byte(), decoder.path + [key]))
    } else {
      result = try body(decoder.branch(elements, key))
      try next.skip()
    }
    elements = next
    currentIndex += 1
    return result
  }
}
