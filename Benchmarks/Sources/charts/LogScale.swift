internal import Foundation

/// A logarithmic axis that begins and ends at powers of ten.
struct LogScale {
  private let first: Int
  private let last: Int

  /// An axis for all of `values`, or nil if there are none.
  ///
  /// It begins below the smallest value, so that even the shortest bar can be seen.
  init?(covering values: [Double]) {
    guard let least = values.min(), let most = values.max(), least > 0 else { return nil }
    first = Int(log10(least * 0.8).rounded(.down))
    last = max(Int(log10(most).rounded(.up)), first + 1)
  }

  /// Where `value` is on the axis, from 0 to 1.
  func position(of value: Double) -> Double {
    (log10(value) - Double(first)) / Double(last - first)
  }

  /// The powers of ten on the axis.
  var decades: [Double] {
    (first...last).map { pow(10, Double($0)) }
  }
}

/// A time in the unit that suits it, with three digits: "7.2 ns", "31.2 µs".
func timeText(_ nanoseconds: Double) -> String {
  let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
  // A value that would be shown as "1000" takes the next unit.
  let (size, unit) = units.first { nanoseconds >= $0.0 * 0.9995 } ?? (1, "ns")
  let value = nanoseconds / size
  let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
  return "\(value.fixed(decimals)) \(unit)"
}

extension Double {
  /// A coordinate, rounded to a tenth of a pixel, which hides how platforms differ in `log10`.
  var svg: String { fixed(1) }

  /// The number with at most `decimals` digits behind the point and no trailing zeros.
  fileprivate func fixed(_ decimals: Int) -> String {
    let factor = Int(pow(10, Double(decimals)))
    let scaled = Int((self * Double(factor)).rounded())
    let sign = scaled < 0 ? "-" : ""
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: factor.magnitude)
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: decimals - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
