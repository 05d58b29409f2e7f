/// The stall times from a pressure stall information (PSI) file.
package struct StallReading: Sendable, Hashable {
  package struct Line: Sendable, Hashable {
    /// The average over 10 seconds, in hundredths of a percent.
    package var average10: Int
    /// The average over one minute, in hundredths of a percent.
    package var average60: Int
    /// The average over 5 minutes, in hundredths of a percent.
    package var average300: Int
    /// In microseconds; it is exact, while the averages lag behind.
    package var total: Int
  }

  /// Some tasks stalled.
  package var some: Line
  /// All tasks stalled at the same time; nil where the kernel does not report it.
  package var full: Line?

  /// Nil without a `some` line; the format is `some avg10=0.12 avg60=0.03 avg300=0.00
  /// total=123456`.
  package init?(parsing text: [UInt8]) {
    var some: Line?
    var full: Line?
    for line in TextReading.lines(of: text) {
      let fields = TextReading.fields(of: line)
      guard let kind = fields.first, let values = Self.line(fields.dropFirst()) else { continue }
      if TextReading.is(kind, "some") { some = some ?? values }
      if TextReading.is(kind, "full") { full = full ?? values }
    }
    guard let some else { return nil }
    self.some = some
    self.full = full
  }

  private static func line(_ fields: ArraySlice<ArraySlice<UInt8>>) -> Line? {
    var line = Line(average10: 0, average60: 0, average300: 0, total: 0)
    var hasTotal = false
    for field in fields {
      guard let (key, value) = TextReading.cut(field, at: "=") else { continue }
      if TextReading.is(key, "total") {
        guard let total = TextReading.number(value) else { return nil }
        line.total = total
        hasTotal = true
      } else if let share = hundredths(value) {
        if TextReading.is(key, "avg10") { line.average10 = share }
        if TextReading.is(key, "avg60") { line.average60 = share }
        if TextReading.is(key, "avg300") { line.average300 = share }
      }
    }
    return hasTotal ? line : nil
  }

  /// Returns hundredths: "12.34" is 1234; nil above one hundred percent.
  private static func hundredths(_ text: ArraySlice<UInt8>) -> Int? {
    guard
      let (wholeText, fraction) = TextReading.cut(text, at: "."),
      let whole = TextReading.number(wholeText), whole <= 100,
      fraction.count == 2, let part = TextReading.number(fraction)
    else { return nil }
    return whole * 100 + part
  }

  /// Returns the total stall time of some or of all tasks; nil if the kernel does not report it.
  package func total(all: Bool) -> Int? { all ? full?.total : some.total }
}
