internal import StageFloor

package enum TraceText {
  package static func json(_ text: String) -> String {
    // Fast path: nearly all names need no escaping.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"\(text)\""
    }
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      // The last two are valid in JSON strings, but end a line in older JavaScript.
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }

  static func dot(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\0"..<" ", "\u{7F}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }

  static func mermaid(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "#quot;"
      case "#": escaped += "#35;"
      case "&": escaped += "#amp;"
      case "<": escaped += "#lt;"
      case ">": escaped += "#gt;"
      // An unescaped backtick would turn the label into Markdown.
      case "`": escaped += "#96;"
      case "\n": escaped += "<br/>"
      case "\0"..<" ", "\u{7F}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
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
