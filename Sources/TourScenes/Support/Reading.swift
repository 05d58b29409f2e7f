internal import Foundation

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
  var seconds: Double { self / .seconds(1) }

  /// Keeps the thread busy for this long.
  func spin() {
    let end = ContinuousClock.now + self
    while .now < end {}
  }

  /// The duration in a suitable unit: `4.27 ms`, `38 µs`, `420 ns`.
  var reading: String {
    switch milliseconds {
    case ..<0.01: String(format: "%.0f ns", milliseconds * 1_000_000)
    case ..<0.1: String(format: "%.0f µs", milliseconds * 1000)
    case ..<10: String(format: "%.2f ms", milliseconds)
    default: String(format: "%.1f ms", milliseconds)
    }
  }
}

extension Double {
  /// `4.1 times`.
  var times: String { String(format: "%.1f times", self) }
}

extension Int {
  /// The bytes in the same unit everywhere, for comparison: `12.4 MiB`.
  var inMebibytes: String { String(format: "%.1f MiB", Double(self) / 1_048_576) }
}

extension Collection<Duration> {
  var mean: Duration { isEmpty ? .zero : reduce(.zero, +) / count }
}

extension String {
  /// Padded with spaces, on the right or on the left.
  func padded(to width: Int, atLeft: Bool = false) -> String {
    let fill = String(repeating: " ", count: Swift.max(0, width - count))
    return atLeft ? fill + self : self + fill
  }

  var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }

  /// Broken into lines between words.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
