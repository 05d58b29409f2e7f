extension StringProtocol {
  /// Replaces scalars, where `replacing(_:with:)` does not find those that are one character with
  /// their neighbours: in "\u{600}<", "<" is none.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension String {
  /// A string of JSON in one line, which neither a terminal nor older JavaScript interprets.
  package var quotedForJSON: String {
    // Nearly all names need no escaping.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"\(self)\""
    }
    let text = escaped { scalar in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      // The last two end a line in older JavaScript.
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return nil
      }
    }
    return "\"\(text)\""
  }
}
