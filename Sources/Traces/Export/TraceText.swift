internal import StageFloor

package enum TraceText {
  static func dot(_ text: String) -> String {
    let label = text.escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\0"..<" ", "\u{7F}": " "
      default: nil
      }
    }
    return "\"\(label)\""
  }

  static func mermaid(_ text: String) -> String {
    let label = text.escaped { scalar in
      switch scalar {
      case "\"": "#quot;"
      case "#": "#35;"
      case "&": "#amp;"
      case "<": "#lt;"
      case ">": "#gt;"
      // An unescaped backtick would turn the label into Markdown.
      case "`": "#96;"
      case "\n": "<br/>"
      case "\0"..<" ", "\u{7F}": " "
      default: nil
      }
    }
    return "\"\(label)\""
  }

  /// With three decimals; negative durations count as zero.
  package static func microseconds(_ duration: Duration) -> String {
    decimal(max(0, duration.wholeNanoseconds), unit: 1_000, digits: 3)
  }

  /// With about three digits, such as `12.3 ms`.
  package static func brief(_ duration: Duration) -> String {
    let nanoseconds = duration.wholeNanoseconds
    guard nanoseconds >= 0 else { return "-" + brief(.zero - duration) }
    switch nanoseconds {
    case ..<1_000: return "\(nanoseconds) ns"
    case ..<999_950: return rounded(nanoseconds, unit: 1_000) + " µs"
    case ..<999_950_000: return rounded(nanoseconds, unit: 1_000_000) + " ms"
    default: return rounded(nanoseconds, unit: 1_000_000_000) + " s"
    }
  }

  /// Returns `value` in units, with two decimals below 10, one below 100, and none above.
  private static func rounded(_ value: Int64, unit: Int64) -> String {
    let digits = value < unit * 10 - unit / 200 ? 2 : value < unit * 100 - unit / 20 ? 1 : 0
    let step = unit / (digits == 2 ? 100 : digits == 1 ? 10 : 1)
    return decimal((value + step / 2) / step * step, unit: unit, digits: digits)
  }

  /// Further digits are truncated.
  private static func decimal(_ value: Int64, unit: Int64, digits: Int) -> String {
    let whole = "\(value / unit)"
    guard digits > 0 else { return whole }
    let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
    let fraction = "\(value % unit * scale / unit)"
    return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
