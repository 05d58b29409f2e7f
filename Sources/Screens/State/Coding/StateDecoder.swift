/// Decodes values from bytes, in the format of ``StateTag``.
///
/// It never traps on arbitrary bytes. It belongs to one call on one thread, and no access to its
/// properties encloses a call of foreign code, so exclusivity is not checked.
final class StateDecoder {
  let source: StateSource
  @exclusivity(unchecked) var path: [any CodingKey]
  /// The bounds of the current value.
  @exclusivity(unchecked) private(set) var offset: Int
  @exclusivity(unchecked) private(set) var end: Int
  @exclusivity(unchecked) private var depth: Int

  /// The record that was last read from, and the position of the field that is probably requested
  /// next.
  @exclusivity(unchecked) var hint = (record: -1, field: 0)

  init(
    _ source: StateSource, offset: Int, end: Int, depth: Int = 0, path: [any CodingKey] = []
  ) {
    self.source = source
    self.offset = offset
    self.end = end
    self.depth = depth
    self.path = path
  }

  static func value<Value: Decodable>(_ type: Value.Type, in bytes: [UInt8]) throws -> Value {
    let source = try StateSource(bytes)
    return try StateDecoder(source, offset: source.start, end: bytes.count).read(type)
  }

  func branch(_ cursor: StateCursor, _ key: some CodingKey) throws -> StateDecoder {
    guard depth < StateTag.maximumDepth else { throw StateDamage.tooDeep }
    var next = cursor
    try next.skip()
    return StateDecoder(
      source, offset: cursor.offset, end: next.offset, depth: depth + 1, path: path + [key])
  }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var cursor = source.cursor(offset, end)
    return try read(type, &cursor)
  }
}

// MARK: Values

extension StateDecoder {
  /// Advances the cursor, unless it throws.
  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type, _ cursor: inout StateCursor) throws -> Value {
    guard Self.isDirect(type) else { return try readIndirectly(type, &cursor) }
    return try readDirectly(type, &cursor)
  }

  @inline(__always)
  func read<Value: Decodable>(
    _ type: Value.Type, _ cursor: inout StateCursor, at key: @autoclosure () -> any CodingKey
  ) throws -> Value {
    if Self.isDirect(type) {
      do { return try readDirectly(type, &cursor) } catch { throw located(error, key()) }
    }
    path.append(key())
    defer { path.removeLast() }
    return try readIndirectly(type, &cursor)
  }

  private func readIndirectly<Value: Decodable>(
    _ type: Value.Type, _ cursor: inout StateCursor
  ) throws -> Value {
    if begins(cursor, StateTag.bytes), let value = try readBytes(type, &cursor) {
      return value
    }
    var next = cursor
    try next.skip()
    let outer = (offset, end)
    (offset, end) = (cursor.offset, next.offset)
    depth += 1
    defer {
      depth -= 1
      (offset, end) = outer
    }
    guard depth <= StateTag.maximumDepth else { throw StateDamage.tooDeep }
    let value = try Value(from: self)
    cursor = next
    return value
  }

  /// Whether the type's own `init` would do the same as ``readDirectly(_:_:)``, but slower.
  @inline(__always)
  private static func isDirect<Value>(_ type: Value.Type) -> Bool {
    if type == String.self || type == Int.self || type == Double.self || type == Bool.self {
      return true
    }
    if type == [UInt8].self || type == [String].self || type == [Int].self
      || type == [Double].self
    {
      return true
    }
    if type == UInt8.self || type == Int32.self || type == Int64.self || type == UInt.self {
      return true
    }
    if type == UInt32.self || type == UInt64.self || type == Float.self || type == Int16.self {
      return true
    }
    return type == UInt16.self || type == Int8.self || type == Int128.self || type == UInt128.self
  }

  /// Reads a value of one of the types that are read directly.
  @inline(__always)
  private func readDirectly<Value: Decodable>(
    _ type: Value.Type, _ cursor: inout StateCursor
  ) throws -> Value {
    if type == String.self { return unsafeBitCast(try readText(&cursor), to: type) }
    if type == Int.self { return unsafeBitCast(try readNumber(Int.self, &cursor), to: type) }
    if type == Double.self { return unsafeBitCast(try readDouble(&cursor), to: type) }
    if type == Bool.self { return unsafeBitCast(try readBool(&cursor), to: type) }
    if type == [UInt8].self, begins(cursor, StateTag.bytes) {
      return unsafeBitCast(try readBytes(&cursor), to: type)
    }
    if type == [String].self, begins(cursor, StateTag.list) {
      return unsafeBitCast(try readList(&cursor) { try readText(&$0) }, to: type)
    }
    if type == [Int].self, begins(cursor, StateTag.list) {
      return unsafeBitCast(try readList(&cursor) { try readNumber(Int.self, &$0) }, to: type)
    }
    if type == [Double].self, begins(cursor, StateTag.list) {
      return unsafeBitCast(try readList(&cursor) { try readDouble(&$0) }, to: type)
    }
    if type == UInt8.self { return unsafeBitCast(try readNumber(UInt8.self, &cursor), to: type) }
    if type == Int32.self { return unsafeBitCast(try readNumber(Int32.self, &cursor), to: type) }
    if type == Int64.self { return unsafeBitCast(try readNumber(Int64.self, &cursor), to: type) }
    if type == UInt.self { return unsafeBitCast(try readNumber(UInt.self, &cursor), to: type) }
    if type == UInt32.self { return unsafeBitCast(try readNumber(UInt32.self, &cursor), to: type) }
    if type == UInt64.self { return unsafeBitCast(try readNumber(UInt64.self, &cursor), to: type) }
    if type == Float.self { return unsafeBitCast(try readFloat(&cursor), to: type) }
    if type == Int16.self { return unsafeBitCast(try readNumber(Int16.self, &cursor), to: type) }
    if type == UInt16.self { return unsafeBitCast(try readNumber(UInt16.self, &cursor), to: type) }
    if type == Int8.self { return unsafeBitCast(try readNumber(Int8.self, &cursor), to: type) }
    if type == Int128.self { return unsafeBitCast(try readNumber(Int128.self, &cursor), to: type) }
    if type == UInt128.self {
      return unsafeBitCast(try readNumber(UInt128.self, &cursor), to: type)
    }
    // The array was written in another form.
    return try readIndirectly(type, &cursor)
  }
}

// MARK: Single values

extension StateDecoder {
  func isNull(at offset: Int) -> Bool { source.byte(at: offset) == StateTag.null }

  private func readText(_ cursor: inout StateCursor) throws -> String {
    var next = cursor
    let scalar = try next.scalar()
    guard case .text(let text) = scalar else { throw mismatch(String.self, scalar) }
    cursor.offset = next.offset
    return text
  }

  private func readBool(_ cursor: inout StateCursor) throws -> Bool {
    var next = cursor
    let scalar = try next.scalar()
    guard case .bool(let bool) = scalar else { throw mismatch(Bool.self, scalar) }
    cursor.offset = next.offset
    return bool
  }

  private func readDouble(_ cursor: inout StateCursor) throws -> Double {
    var next = cursor
    let scalar = try next.scalar()
    guard let number = scalar.double else { throw mismatch(Double.self, scalar) }
    cursor.offset = next.offset
    return number
  }

  private func readFloat(_ cursor: inout StateCursor) throws -> Float {
    var next = cursor
    let scalar = try next.scalar()
    guard let number = scalar.float else { throw mismatch(Float.self, scalar) }
    cursor.offset = next.offset
    return number
  }

  func readNumber<Number: FixedWidthInteger>(
    _ type: Number.Type, _ cursor: inout StateCursor
  ) throws -> Number {
    var next = cursor
    let scalar = try next.scalar()
    guard let number = scalar.integer(type) else { throw mismatch(type, scalar) }
    cursor.offset = next.offset
    return number
  }
}

// MARK: Whole lists

extension StateDecoder {
  func elements<List>(of type: List.Type, at cursor: StateCursor) throws -> StateCursor {
    var next = cursor
    let scalar = try next.scalar()
    switch scalar {
    case .list, .bytes:
      let length = try next.length()
      return source.cursor(next.offset, next.offset + length)
    default: throw mismatch(type, scalar)
    }
  }

  private func readList<Element>(
    _ cursor: inout StateCursor, _ element: (inout StateCursor) throws -> Element
  ) throws -> [Element] {
    var elements = try elements(of: [Element].self, at: cursor)
    var list: [Element] = []
    while !elements.isAtEnd { list.append(try element(&elements)) }
    cursor.offset = elements.end
    return list
  }

  private func readBytes(_ cursor: inout StateCursor) throws -> [UInt8] {
    var elements = try elements(of: [UInt8].self, at: cursor)
    cursor.offset = elements.end
    return Array(try elements.slice(elements.end - elements.offset))
  }

  /// A value whose own `init(from:)` would read bytes one by one, but not any collection of bytes:
  /// its `init(from:)` may do something else.
  private func readBytes<Value>(_ type: Value.Type, _ cursor: inout StateCursor) throws -> Value? {
    if type == ContiguousArray<UInt8>.self {
      return unsafeBitCast(ContiguousArray(try readBytes(&cursor)), to: type)
    }
    // By its name, because this module does not import Foundation.
    let name = _typeName(type)
    guard name == "Foundation.Data" || name == "FoundationEssentials.Data",
      let data = type as? any RangeReplaceableCollection<UInt8>.Type
    else { return nil }
    func make<Bytes: RangeReplaceableCollection<UInt8>>(_ type: Bytes.Type) throws -> Bytes {
      var elements = try elements(of: Value.self, at: cursor)
      cursor.offset = elements.end
      return Bytes(try elements.slice(elements.end - elements.offset))
    }
    return try make(data) as? Value
  }

  private func begins(_ cursor: StateCursor, _ tag: UInt8) -> Bool {
    !cursor.isAtEnd && source.byte(at: cursor.offset) == tag
  }
}

// MARK: Errors

extension StateDecoder {
  /// If the error has no position yet.
  private func located(_ error: any Error, _ key: any CodingKey) -> any Error {
    func moved(_ context: DecodingError.Context) -> DecodingError.Context {
      DecodingError.Context(
        codingPath: path + [key], debugDescription: context.debugDescription,
        underlyingError: context.underlyingError)
    }
    guard let error = error as? DecodingError else { return error }
    switch error {
    case .typeMismatch(let type, let context):
      return DecodingError.typeMismatch(type, moved(context))
    case .valueNotFound(let type, let context):
      return DecodingError.valueNotFound(type, moved(context))
    default: return error
    }
  }

  func mismatch<Value>(_ type: Value.Type, _ found: StateScalar) -> any Error {
    if case .null = found {
      return DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: path, debugDescription: "Expected \(type), found null."))
    }
    return DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "Found \(found.kind) that is not a valid \(type)."))
  }
}
