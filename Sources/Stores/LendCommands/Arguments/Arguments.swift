#if SQLite || PostgreSQL
struct Arguments: Sendable, Hashable {
  struct Option: Sendable, Hashable {
    var name: String
    var value: String
  }

  var options: [Option] = []
  var operands: [String] = []
  /// The operands of a verb that runs a command, as bytes: they need not be UTF-8.
  var command: [[UInt8]] = []

  var wantsHelp: Bool { has("help") }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  func value(_ name: String) -> String? { options.first { $0.name == name }?.value }

  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

  func required(_ name: String, _ example: String) throws -> String {
    guard let value = value(name) else {
      throw LendFailure.usage("The option --\(name) is missing: \(example)")
    }
    return value
  }

  func integer(_ name: String) throws -> Int? {
    guard let text = value(name) else { return nil }
    return try parseInteger(text, of: name)
  }

  /// A duration, such as `30s`.
  func duration(_ name: String) throws -> Duration? {
    guard let text = value(name) else { return nil }
    guard let duration = Duration(argument: text) else {
      throw LendFailure.usage(
        "--\(name) is '\(text.printable)'; it must be like 500ms, 30s, 10m, 2h or 1d.")
    }
    return duration
  }
}

func parseInteger(_ text: String, of option: String) throws -> Int {
  guard let number = Int(text) else {
    throw LendFailure.usage("--\(option) is '\(text.printable)'; it must be a whole number.")
  }
  return number
}

extension Duration {
  /// Creates a duration from a number with a unit: `500ms`, `30s`, `10m`, `2h`, `1d`, or `0`.
  init?(argument text: String) {
    if text == "0" {
      self = .zero
      return
    }
    let units: [(String, Double)] = [
      ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
    ]
    for (unit, seconds) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || $0 == 46 }),
        let number = Double(digits), number * seconds <= 1e9
      else { return nil }
      self = .microseconds(Int64((number * seconds * 1e6).rounded()))
      return
    }
    return nil
  }
}
#endif
