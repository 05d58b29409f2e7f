/// What is common to the kernel's small texts: lines, fields, numbers in ASCII.
///
/// Nothing here traps, whatever the bytes: a text may be cut, or be no text at all.
enum TextReading {
  /// The lines, without those that are empty.
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"))
  }

  /// The fields between spaces and tabs, without those that are empty.
  static func fields(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// A number of nothing but digits; the greatest there is, if it is greater than that.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let (tens, overTens) = value.multipliedReportingOverflow(by: 10)
      let (sum, overSum) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      value = overTens || overSum ? .max : sum
    }
    return value
  }

  /// What is left of the first such byte, and what is right of it; nil if there is none.
  static func cut(
    _ text: ArraySlice<UInt8>, at separator: Character
  ) -> (left: ArraySlice<UInt8>, right: ArraySlice<UInt8>)? {
    guard
      let byte = separator.asciiValue, let index = text.firstIndex(of: byte)
    else { return nil }
    return (text[..<index], text[(index + 1)...])
  }

  /// The bytes as text; what is no UTF-8 is replaced.
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the bytes are this text.
  static func `is`(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
