package enum MemoryLimit {
  /// From this number on, version 1's limits mean "none": the kernel writes the greatest multiple
  /// of the page size, which depends on the machine, and older kernels wrote other numbers.
  private static let none = 1 << 60

  package static func bytes(parsing text: [UInt8]) -> Int? {
    guard
      let line = TextReading.lines(of: text).first,
      let field = TextReading.fields(of: line).first,
      let bytes = TextReading.number(field)
    else { return nil }  // including "max"
    return bytes < none ? bytes : nil
  }

  static func isOne(_ text: [UInt8]) -> Bool {
    guard
      let line = TextReading.lines(of: text).first,
      let field = TextReading.fields(of: line).first
    else { return false }
    return TextReading.is(field, "max") || TextReading.number(field) != nil
  }

  package static func bytes(_ number: Int?) -> Int? {
    guard let number, number < none else { return nil }
    return number
  }
}
