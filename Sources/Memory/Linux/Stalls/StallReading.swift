/// The stall times from a pressure stall information (PSI) file, in microseconds.
///
/// Only the totals are read: they are exact, while the averages lag behind.
package struct StallReading: Sendable, Hashable {
  package var some: Int
  /// The time for which all tasks stalled; nil where the kernel does not report it.
  package var full: Int?

  /// Nil without a `some` line; the format is `some avg10=0.12 avg60=0.03 avg300=0.00
  /// total=123456`.
  package init?(parsing text: [UInt8]) {
    var some: Int?
    var full: Int?
    for line in TextReading.lines(of: text) {
      let fields = TextReading.fields(of: line)
      guard let kind = fields.first, let total = Self.total(fields.dropFirst()) else { continue }
      if TextReading.is(kind, "some") { some = some ?? total }
      if TextReading.is(kind, "full") { full = full ?? total }
    }
    guard let some else { return nil }
    self.some = some
    self.full = full
  }

  private static func total(_ fields: ArraySlice<ArraySlice<UInt8>>) -> Int? {
    for field in fields {
      if let (key, value) = TextReading.cut(field, at: "="), TextReading.is(key, "total") {
        return TextReading.number(value)
      }
    }
    return nil
  }

  package func total(all: Bool) -> Int? { all ? full : some }
}
