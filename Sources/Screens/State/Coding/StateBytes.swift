extension [UInt8] {
  /// Seven bits per byte.
  @inline(__always)
  mutating func appendNumber(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// The lowest byte first.
  @inline(__always)
  mutating func appendFixed<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  mutating func appendText(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      appendNumber(UInt64(utf8.count))
      append(contentsOf: utf8)
    }
  }

  @inline(__always)
  mutating func appendInteger(_ number: Int64) {
    if 0..<128 ~= number {
      append(StateTag.smallInteger | UInt8(truncatingIfNeeded: number))
    } else {
      append(StateTag.integer)
      appendNumber(UInt64(bitPattern: number << 1 ^ number >> 63))
    }
  }

  mutating func appendUnsigned(_ number: UInt64) {
    if let small = Int64(exactly: number) {
      appendInteger(small)
    } else {
      append(StateTag.unsigned)
      appendNumber(number)
    }
  }

  mutating func appendTextValue(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.count < 64 {
        append(StateTag.shortText | UInt8(truncatingIfNeeded: utf8.count))
      } else {
        append(StateTag.text)
        appendNumber(UInt64(utf8.count))
      }
      append(contentsOf: utf8)
    }
  }

  mutating func appendBytesValue(_ bytes: some Collection<UInt8>) {
    append(StateTag.bytes)
    appendNumber(UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  mutating func appendDouble(_ number: Double) {
    append(StateTag.double)
    appendFixed(number.bitPattern)
  }

  mutating func appendFloat(_ number: Float) {
    append(StateTag.float)
    appendFixed(number.bitPattern)
  }

  mutating func closeLength(at offset: Int) {
    let length = count - offset - 1
    guard length >= 0x80 else {
      self[offset] = UInt8(truncatingIfNeeded: length)
      return
    }
    var number: [UInt8] = []
    number.appendNumber(UInt64(length))
    replaceSubrange(offset..<(offset + 1), with: number)
  }
}
