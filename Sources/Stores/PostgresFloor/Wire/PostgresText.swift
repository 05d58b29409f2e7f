#if PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

enum PostgresText {
  /// An array: `{"a","b",NULL}`.
  static func array(_ values: [String?]) -> String {
    let entries = values.map { value in
      guard let value else { return "NULL" }
      var text = "\""
      for scalar in value.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text.append("\\") }
        text.unicodeScalars.append(scalar)
      }
      return text + "\""
    }
    return "{" + entries.joined(separator: ",") + "}"
  }

  /// Bytes: `\x00ff`.
  static func bytes(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = Array("\\x".utf8)
    text.reserveCapacity(2 + 2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` if there are other characters.
  static func bytes(ofDigits text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// A number that the server can read, the nearest one.
  static func int32(_ number: Int) -> String { String(Int32(clamping: number)) }

  /// Text in JSON.
  static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        json.append("\\")
        json.unicodeScalars.append(scalar)
      case _ where scalar.value < 32:
        let digits = String(max(scalar.value, 1), radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  /// The count and the labels of each want, in JSON.
  static func shape(of wants: [Want]) -> String {
    let entries = wants.map { want in
      "[\(want.count),[\(want.labels.all.map { json($0) }.joined(separator: ","))]]"
    }
    return "[\(entries.joined(separator: ","))]"
  }

  /// Rules in JSON, with durations in microseconds.
  static func json(_ settings: SharedPoolSettings) -> String {
    func number(_ duration: Duration?) -> String {
      duration.map { String($0.microseconds) } ?? "null"
    }
    return """
      {"timeToLive":\(number(settings.timeToLive)),"margin":\(number(settings.margin)),\
      "grace":\(number(settings.grace)),"maximumHold":\(number(settings.maximumHold)),\
      "onExpiry":\(json(settings.onExpiry.rawValue)),"ageing":\(number(settings.ageing)),\
      "logLength":\(settings.logLength)}
      """
  }
}
#endif
