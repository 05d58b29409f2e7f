/// Parsing of the kernel's small texts: lines, fields, numbers in ASCII.
///
/// No function here traps for any bytes: the text may be truncated, or not be text at all.
enum TextReading {
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"))
  }

  static func fields(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Parses a number of decimal digits, clamped to `Int.max`.
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

  static func cut(
    _ text: ArraySlice<UInt8>, at separator: Character
  ) -> (left: ArraySlice<UInt8>, right: ArraySlice<UInt8>)? {
    guard
      let byte = separator.asciiValue, let index = text.firstIndex(of: byte)
    else { return nil }
    return (text[..<index], text[(index + 1)...])
  }

  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  static func `is`(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
