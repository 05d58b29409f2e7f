/// A text in which each line has a name and a number.
///
/// Examples are `memory.stat` and `memory.events` ("high 12"), and `/proc/meminfo` ("MemFree:  12
/// kB").
package struct KeyedNumbers: Sendable, Hashable {
  private var values: [String: Int] = [:]

  /// Parses the text, ignoring malformed lines.
  ///
  /// Of two lines with the same name, the first counts. A number with the unit "kB" is converted to
  /// bytes.
  package init(parsing text: [UInt8]) {
    for line in TextReading.lines(of: text) {
      let fields = TextReading.fields(of: line)
      guard
        fields.count == 2 || fields.count == 3, var value = TextReading.number(fields[1])
      else { continue }
      if fields.count == 3 {
        guard TextReading.is(fields[2], "kB") else { continue }
        let (bytes, overflow) = value.multipliedReportingOverflow(by: 1024)
        value = overflow ? .max : bytes
      }
      let key = fields[0].last == UInt8(ascii: ":") ? fields[0].dropLast() : fields[0]
      let name = TextReading.string(key)
      if values[name] == nil { values[name] = value }
    }
  }

  /// Returns the number with this name.
  package subscript(name: String) -> Int? { values[name] }

  /// The number of entries.
  package var count: Int { values.count }
}
