/// A number of bytes in human-readable form: "512 B", "64 KiB", "1.5 MiB".
package struct ByteText: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  package var description: String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    var value = Double(bytes.magnitude)
    var unit = 0
    while value >= 1024, unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    let sign = bytes < 0 ? "-" : ""
    let tenths = Int((value * 10).rounded())
    // A decimal is informative below ten; above, and for single bytes, it is not.
    if unit == 0 || tenths >= 100 || tenths % 10 == 0 {
      return "\(sign)\((tenths + 5) / 10) \(units[unit])"
    }
    return "\(sign)\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
