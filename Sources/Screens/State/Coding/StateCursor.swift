/// A position in a document; each access is bounds-checked, but the document is not retained.
struct StateCursor {
  private let start: UnsafePointer<UInt8>?
  var offset: Int
  let end: Int

  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ end: Int) {
    precondition(0 <= offset && offset <= end && end <= bytes.count)
    start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    self.offset = offset
    self.end = end
  }

  init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, 0, bytes.count) }

  @inline(__always)
  var isAtEnd: Bool { offset >= end }

  @inline(__always)
  mutating func byte() throws(StateDamage) -> UInt8 {
    guard let start, offset < end else { throw .truncated }
    defer { offset += 1 }
    return start[offset]
  }

  /// Seven bits per byte.
  @inline(__always)
  mutating func number() throws(StateDamage) -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    return try longNumber(UInt64(first & 0x7F))
  }

  private mutating func longNumber(_ low: UInt64) throws(StateDamage) -> UInt64 {
    var number = low
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      // The tenth byte has only one significant bit.
      guard shift < 63 || (shift == 63 && next <= 1) else { throw .badNumber }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// At least this number of bytes follow.
  @inline(__always)
  mutating func length() throws(StateDamage) -> Int {
    let number = try number()
    guard number <= UInt64(end - offset) else { throw .truncated }
    return Int(number)
  }

  /// The lowest byte first.
  @inline(__always)
  mutating func fixed<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(StateDamage) -> Number {
    let size = MemoryLayout<Number>.size
    guard let start, end - offset >= size else { throw .truncated }
    let number = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: Number.self)
    offset += size
    return Number(littleEndian: number)
  }

  @inline(__always)
  mutating func text(_ length: Int) throws(StateDamage) -> String {
    let utf8 = try slice(length)
    // ASCII needs no validation, which is slower than the rest for short strings.
    if utf8.isASCII { return String(decoding: utf8, as: UTF8.self) }
    guard let text = String(validating: utf8, as: UTF8.self) else { throw .badText }
    return text
  }

  /// In place, without a copy.
  @inline(__always)
  mutating func slice(_ length: Int) throws(StateDamage) -> UnsafeBufferPointer<UInt8> {
    guard length > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    guard let start, end - offset >= length else { throw .truncated }
    defer { offset += length }
    return UnsafeBufferPointer(start: start + offset, count: length)
  }

  @inline(__always)
  mutating func skip() throws(StateDamage) {
    let tag = try byte()
    if tag >= StateTag.smallInteger { return }
    let length: Int
    switch tag {
    case StateTag.null, StateTag.no, StateTag.yes: return
    case StateTag.integer, StateTag.unsigned:
      _ = try number()
      return
    case StateTag.float: length = 4
    case StateTag.double: length = 8
    case StateTag.wide, StateTag.unsignedWide: length = 16
    case StateTag.text, StateTag.bytes, StateTag.list, StateTag.record: length = try self.length()
    case StateTag.shortText...: length = Int(tag - StateTag.shortText)
    default: throw .unknownTag(tag)
    }
    guard end - offset >= length else { throw .truncated }
    offset += length
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  var isASCII: Bool {
    var bits: UInt8 = 0
    for byte in self { bits |= byte }
    return bits < 0x80
  }
}
