/// Texts between two others, for rows in an order of the user's.
///
/// A text consists of digits of base 62 and does not end with `0`, so there is always one between
/// two of them. They are compared by their bytes.
enum PositionKeys {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// A text that is appended has the same length: it counts up its first digits.
  private static let countedDigits = 6

  /// Many moves to one place make longer texts; a move that would exceed this length gives rows
  /// behind it new texts too.
  static let usualLength = 24

  /// Of a text for a new row, which cannot change others.
  static let greatestLength = 200

  static func areShort(_ keys: [String]) -> Bool {
    keys.allSatisfy { $0.utf8.count <= usualLength }
  }

  /// Returns a text after one and before another.
  ///
  /// - Returns: The text; nil if there is none, as between equal texts, or if the texts contain
  ///   other characters that leave no room.
  static func between(_ low: String?, _ high: String?) -> String? {
    let lowBytes = Array((low ?? "").utf8)
    let key: [UInt8]?
    switch (low, high) {
    case (_, let high?): key = before(Array(high.utf8), after: lowBytes, isFirst: low == nil)
    case (nil, nil): key = text(of: span / 2 + 1)
    case (_?, nil):
      // Behind a long text, with room for another one.
      let step = lowBytes.count > countedDigits ? 2 : 1
      key = counted(lowBytes, by: step) ?? middle(lowBytes[...], nil)
    }
    guard let key, let text = String(validating: key, as: UTF8.self) else { return nil }
    // For texts with other characters than digits.
    guard low.map({ ValueOrder(text: $0, text) == .before }) ?? true,
      high.map({ ValueOrder(text: text, $0) == .before }) ?? true
    else { return nil }
    return text
  }

  /// Returns some texts between two others, in order, of about the same length.
  static func spread(_ count: Int, between low: String?, and high: String?) -> [String]? {
    if count == 0 { return [] }
    if high == nil {
      var keys: [String] = []
      for _ in 0..<count {
        guard let key = between(keys.last ?? low, nil) else { return nil }
        keys.append(key)
      }
      return keys
    }
    guard let key = between(low, high),
      let before = spread((count - 1) / 2, between: low, and: key),
      let after = spread(count / 2, between: key, and: high)
    else { return nil }
    return before + [key] + after
  }

  private static func before(_ high: [UInt8], after low: [UInt8], isFirst: Bool) -> [UInt8]? {
    if isFirst, let key = counted(high, by: -1) { return key }
    let common = zip(low, high).prefix { $0 == $1 }.count
    return middle(low[common...], high[common...]).map { low[..<common] + $0 }
  }

  /// Between two texts without a common beginning.
  private static func middle(_ low: ArraySlice<UInt8>, _ high: ArraySlice<UInt8>?) -> [UInt8]? {
    var (low, high) = (low, high)
    var key: [UInt8] = []
    while true {
      if let first = low.first, value(first) == nil { return key + low + [digits[31]] }
      if high?.isEmpty == true { return nil }
      // The first digit that is not before the other text.
      let y = high.map { high in digits.prefix { $0 < high.first ?? 0 }.count } ?? digits.count
      let x = value(low.first) ?? 0
      let digit = (x + y + 1) / 2
      if digit > x, digit < y { return key + [digits[digit]] }
      key.append(digits[x])
      if !low.isEmpty {
        low = low.dropFirst()
        high = nil
      } else if y == 0 {
        high = high?.dropFirst()
      } else {
        return key + [digits[31]]
      }
    }
  }

  private static func value(_ digit: UInt8?) -> Int? {
    guard let digit else { return nil }
    return digits.firstIndex(of: digit)
  }

  private static let span = (0..<countedDigits).reduce(1) { power, _ in power * digits.count }

  private static func counted(_ key: [UInt8], by step: Int) -> [UInt8]? {
    if key.isEmpty { return nil }
    var number = 0
    for index in 0..<countedDigits {
      guard let digit = index < key.count ? value(key[index]) : 0 else { return nil }
      number = number * digits.count + digit
    }
    // A shorter text is before the number that it is read as, or the same.
    repeat { number += step } while number % digits.count == 0
    return number > 0 && number < span ? text(of: number) : nil
  }

  private static func text(of number: Int) -> [UInt8] {
    var number = number
    var text = [UInt8](repeating: 0, count: countedDigits)
    for index in text.indices.reversed() {
      text[index] = digits[number % digits.count]
      number /= digits.count
    }
    return text
  }
}
