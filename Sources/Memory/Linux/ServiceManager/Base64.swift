/// A strict Base64 decoder.
///
/// It accepts only the alphabet of RFC 4648, padding to groups of four, and no stray bits. Garbled
/// text must not be written into a kernel file.
enum Base64 {
  private static let padding = UInt8(ascii: "=")

  static func bytes(_ text: String) -> [UInt8]? {
    var rest = Array(text.utf8)[...]
    guard rest.count % 4 == 0 else { return nil }
    var padded = 0
    while padded < 2, rest.last == padding {
      rest.removeLast()
      padded += 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for letter in rest {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      bits &= (1 << UInt32(bitCount)) - 1
    }
    return bits == 0 ? bytes : nil
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
