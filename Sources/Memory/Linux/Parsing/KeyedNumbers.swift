/// Lines with a name and a number, such as "high 12" in `memory.events`, "MemFree:  12 kB" in
/// `/proc/meminfo`.
package struct KeyedNumbers: Sendable, Hashable {
  private var values: [String: Int] = [:]

  /// Ignores malformed lines; of two with the same name, the first counts; converts "kB" to bytes.
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

  package subscript(name: String) -> Int? { values[name] }
}
