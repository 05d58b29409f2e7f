import Foundation

extension Duration {
  /// The duration in milliseconds, to compute shares and means.
  var milliseconds: Double { self / .milliseconds(1) }

  /// The duration for readers: `4.27 ms`, `38 µs`, `420 ns`.
  var reading: String {
    let value = milliseconds
    if value < 0.01 { return String(format: "%.0f ns", value * 1_000_000) }
    if value < 0.1 { return String(format: "%.0f µs", value * 1000) }
    // What was chosen, not measured, is a round number.
    if value == value.rounded() { return String(format: "%.0f ms", value) }
    return String(format: value < 10 ? "%.2f ms" : "%.1f ms", value)
  }
}

extension Double {
  /// A share for readers: `35 %`.
  var percent: String { String(format: "%.0f %%", self * 100) }

  /// A factor for readers: `4.1 times`.
  var times: String { String(format: "%.1f times", self) }
}

extension Collection<Duration> {
  /// The mean, or zero of none.
  var mean: Duration { isEmpty ? .zero : total / count }

  /// All together.
  var total: Duration { reduce(.zero, +) }
}
