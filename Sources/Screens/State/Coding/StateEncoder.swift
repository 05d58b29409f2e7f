/// Encodes values as bytes, in the format of ``StateTag``.
///
/// Parts that are written out of order, through nested containers or super encoders, have an encoder
/// each, and are inserted when the enclosing value ends. An encoder belongs to one call on one
/// thread, and no access to its properties encloses a call of foreign code, so exclusivity is not
/// checked.
final class StateEncoder {
  @exclusivity(unchecked) var bytes: [UInt8] = []
  @exclusivity(unchecked) var path: [any CodingKey] = []

  private let session: StateEncodingSession
  @exclusivity(unchecked) private var shape = StateShape.open
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private(set) var elements = 0
  /// Of the last element that was not written directly: most lists have elements of one type, and
  /// the search for it takes longer than this comparison.
  @exclusivity(unchecked) private var indirectType: ObjectIdentifier?
  @exclusivity(unchecked) private var depth: Int
  @exclusivity(unchecked) private var parts: [Part] = []

  private struct Part {
    let offset: Int
    let encoder: StateEncoder
  }

  init(session: StateEncodingSession, depth: Int = 0) {
    self.session = session
    self.depth = depth
  }

  static func document(_ value: some Encodable) throws -> [UInt8] {
    let session = StateEncodingSession()
    defer { session.end() }
    let encoder = StateEncoder(session: session)
    try encoder.write(value)
    if session.names.names.count > StateNames.maximumCount {
      session.fail(
        "There are \(session.names.names.count) field names, and at most "
          + "\(StateNames.maximumCount) are possible: encode an array of pairs instead.", at: [])
    }
    if let failure = session.failure { throw failure }
    return session.document(encoder.bytes)
  }
}

// MARK: Values

extension StateEncoder {
  /// If it throws, nothing has been written.
  func write<Value: Encodable>(_ value: Value) throws {
    guard !writeDirectly(value) else { return }
    try writeIndirectly(value)
  }

  /// If the value throws, nothing has been written.
  func writeField<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    let before = bytes.count
    writeName(key.stringValue)
    guard !writeDirectly(value) else { return }
    path.append(key)
    defer { path.removeLast() }
    do {
      try writeIndirectly(value)
    } catch {
      rewind(to: before)
      throw error
    }
  }

  /// If it throws, nothing has been written.
  func writeElement<Value: Encodable>(_ value: Value) throws {
    endRunOfBytes()
    let type = ObjectIdentifier(Value.self)
    if type == indirectType || !writeDirectly(value) {
      indirectType = type
      path.append(StateIndexKey(elements))
      defer { path.removeLast() }
      try writeIndirectly(value)
    }
    elements += 1
  }

  private func writeIndirectly<Value: Encodable>(_ value: Value) throws {
    let outer = (shape, start, elements, bytes.count)
    (shape, start, elements) = (.open, bytes.count, 0)
    depth += 1
    defer {
      depth -= 1
      (shape, start, elements) = (outer.0, outer.1, outer.2)
    }
    do {
      try checkDepth()
      try value.encode(to: self)
    } catch {
      rewind(to: outer.3)
      throw error
    }
    endValue()
  }

  /// In place of the current value, which has a single-value container.
  func writeSingle<Value: Encodable>(_ value: Value) throws {
    guard beSingle() else { return }
    guard !writeDirectly(value) else { return }
    shape = .open
    depth += 1
    defer { depth -= 1 }
    try checkDepth()
    try value.encode(to: self)
  }

  /// Only types whose own `encode(to:)` would do the same, but slower; false for others.
  @inline(__always)
  private func writeDirectly<Value: Encodable>(_ value: Value) -> Bool {
    if Value.self == String.self {
      bytes.appendTextValue(unsafeBitCast(value, to: String.self))
    } else if Value.self == Int.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: Int.self)))
    } else if Value.self == Double.self {
      bytes.appendDouble(unsafeBitCast(value, to: Double.self))
    } else if Value.self == Bool.self {
      bytes.append(unsafeBitCast(value, to: Bool.self) ? StateTag.yes : StateTag.no)
    } else if Value.self == [UInt8].self {
      bytes.appendBytesValue(unsafeBitCast(value, to: [UInt8].self))
    } else if Value.self == [String].self {
      writeList(unsafeBitCast(value, to: [String].self)) { $0.appendTextValue($1) }
    } else if Value.self == [Int].self {
      writeList(unsafeBitCast(value, to: [Int].self)) { $0.appendInteger(Int64($1)) }
    } else if Value.self == [Double].self {
      writeList(unsafeBitCast(value, to: [Double].self)) { $0.appendDouble($1) }
    } else {
      return writeNumber(value)
    }
    return true
  }

  @inline(__always)
  private func writeNumber<Value: Encodable>(_ value: Value) -> Bool {
    if Value.self == UInt8.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: UInt8.self)))
    } else if Value.self == Int32.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: Int32.self)))
    } else if Value.self == Int64.self {
      bytes.appendInteger(unsafeBitCast(value, to: Int64.self))
    } else if Value.self == UInt.self {
      bytes.appendUnsigned(UInt64(unsafeBitCast(value, to: UInt.self)))
    } else if Value.self == UInt32.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: UInt32.self)))
    } else if Value.self == UInt64.self {
      bytes.appendUnsigned(unsafeBitCast(value, to: UInt64.self))
    } else if Value.self == Float.self {
      bytes.appendFloat(unsafeBitCast(value, to: Float.self))
    } else if Value.self == Int16.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: Int16.self)))
    } else if Value.self == UInt16.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: UInt16.self)))
    } else if Value.self == Int8.self {
      bytes.appendInteger(Int64(unsafeBitCast(value, to: Int8.self)))
    } else if Value.self == Int128.self {
      bytes.append(StateTag.wide)
      bytes.appendFixed(unsafeBitCast(value, to: Int128.self))
    } else if Value.self == UInt128.self {
      bytes.append(StateTag.unsignedWide)
      bytes.appendFixed(unsafeBitCast(value, to: UInt128.self))
    } else if Value.self == ContiguousArray<UInt8>.self {
      bytes.appendBytesValue(unsafeBitCast(value, to: ContiguousArray<UInt8>.self))
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func writeList<Element>(_ list: [Element], _ append: (inout [UInt8], Element) -> Void) {
    bytes.append(StateTag.list)
    let offset = bytes.count
    bytes.append(0)
    for element in list { append(&bytes, element) }
    bytes.closeLength(at: offset)
  }

  private func checkDepth() throws {
    if let failure = session.failure { throw failure }
    guard depth > StateTag.maximumDepth else { return }
    throw EncodingError.invalidValue(
      path.last?.stringValue ?? "",
      EncodingError.Context(
        codingPath: path,
        debugDescription: "Values are nested more than \(StateTag.maximumDepth) levels deep."))
  }
}

// MARK: Kinds

extension StateEncoder {
  /// False if the current value is something else already: encoding fails.
  func beSingle() -> Bool { become(.single, tag: nil) }

  func become(_ kind: StateShape, tag: UInt8?) -> Bool {
    guard shape == .open else {
      if shape == kind, kind != .single { return true }
      if shape == .bytes, kind == .list { return true }
      session.fail(
        "A value is encoded as \(shape == .bytes ? .list : shape) and as \(kind): it can be only "
          + "one of them.", at: path)
      return false
    }
    shape = kind
    if let tag {
      bytes.append(tag)
      bytes.append(0)
    }
    return true
  }

  func countElement() { elements += 1 }

  @inline(__always)
  func writeName(_ name: String) {
    bytes.appendNumber(UInt64(session.names.index(of: name)))
  }

  private func endValue() {
    switch shape {
    case .single: return
    case .open:
      // It wrote nothing, which is encoded as an empty record.
      bytes.append(StateTag.record)
      bytes.append(0)
    case .list, .bytes, .record:
      insertParts()
      bytes.closeLength(at: start + 1)
    }
  }

  func rewind(to offset: Int) {
    bytes.removeSubrange(offset...)
    while let part = parts.last, part.offset > offset { parts.removeLast() }
  }
}

// MARK: Runs of bytes

// As long as all elements of a list are bytes, they are written as a value of bytes: without tags,
// and without a step for each where the whole list is at hand. The first other element turns it
// into a list.
extension StateEncoder {
  @inline(__always)
  func beginRunOfBytes() {
    guard elements == 0, shape == .list else { return }
    shape = .bytes
    bytes[start] = StateTag.bytes
  }

  @inline(__always)
  func writeByteElement(_ byte: UInt8) {
    if shape == .bytes { bytes.append(byte) } else { bytes.appendInteger(Int64(byte)) }
    elements += 1
  }

  func writeByteElements(_ run: UnsafeBufferPointer<UInt8>) {
    guard shape == .bytes else {
      for byte in run { writeByteElement(byte) }
      return
    }
    bytes.append(contentsOf: run)
    elements += run.count
  }

  @inline(__always)
  func endRunOfBytes() {
    if shape == .bytes { unpackBytes() }
  }

  private func unpackBytes() {
    shape = .list
    bytes[start] = StateTag.list
    let run = bytes[(start + 2)...]
    bytes.removeSubrange((start + 2)...)
    for byte in run { bytes.appendInteger(Int64(byte)) }
  }
}

// MARK: Parts

extension StateEncoder {
  /// Returns an encoder for a value that may be written later, and belongs here.
  func makePart(_ key: some CodingKey) -> StateEncoder {
    let part = session.takeSpare(depth: depth + 1)
    part.path = path
    part.path.append(key)
    parts.append(Part(offset: bytes.count, encoder: part))
    return part
  }

  private func insertParts() {
    guard let last = parts.last, last.offset > start else { return }
    var first = parts.count - 1
    while first > 0, parts[first - 1].offset > start { first -= 1 }
    let tail = Array(bytes[parts[first].offset...])
    let tailStart = parts[first].offset
    var copied = 0
    bytes.removeSubrange(tailStart...)
    for part in parts[first...] {
      bytes.append(contentsOf: tail[copied..<(part.offset - tailStart)])
      copied = part.offset - tailStart
      part.encoder.endValue()
      bytes.append(contentsOf: part.encoder.bytes)
      session.giveBack(part.encoder)
    }
    bytes.append(contentsOf: tail[copied...])
    parts.removeSubrange(first...)
  }

  func clear(depth: Int) {
    bytes.removeAll(keepingCapacity: true)
    path.removeAll()
    parts.removeAll()
    (shape, start, elements) = (.open, 0, 0)
    self.depth = depth
  }
}

extension StateEncoder: Encoder {
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    _ = become(.record, tag: StateTag.record)
    return KeyedEncodingContainer(StateRecordEncoder<Key>(encoder: self, level: path.count))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    _ = become(.list, tag: StateTag.list)
    return StateListEncoder(encoder: self, level: path.count)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StateSingleEncoder(encoder: self, level: path.count)
  }
}
