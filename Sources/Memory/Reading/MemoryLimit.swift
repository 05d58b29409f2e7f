/// A limit, as the kernel writes one.
package enum MemoryLimit {
  /// Above this, version 1's numbers mean that there is none: it writes the greatest number that is
  /// a multiple of the page size, which depends on the machine, and older kernels wrote others.
  private static let none = 1 << 60

  /// The limit in bytes; nil: there is none, or the text is none.
  package static func bytes(parsing text: [UInt8]) -> Int? {
    guard
      let line = TextReading.lines(of: text).first,
      let field = TextReading.fields(of: line).first,
      let bytes = TextReading.number(field)
    else { return nil }  // "max" too
    return bytes < none ? bytes : nil
  }

  /// Whether the text is a limit, or says that there is none.
  static func isOne(_ text: [UInt8]) -> Bool {
    guard
      let line = TextReading.lines(of: text).first,
      let field = TextReading.fields(of: line).first
    else { return false }
    return TextReading.is(field, "max") || TextReading.number(field) != nil
  }

  /// The same for a number that has been read.
  package static func bytes(_ number: Int?) -> Int? {
    guard let number, number < none else { return nil }
    return number
  }
}
