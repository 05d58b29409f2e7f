/// What a screen has saved.
struct ScreenState: Sendable {
  /// By name, the documents that ``StateEncoder`` wrote.
  private(set) var values: [String: [UInt8]] = [:]
  /// By name, what ends with the process.
  private(set) var transients: [String: any Sendable] = [:]
  /// How many bytes the values have, with their names.
  private(set) var byteCount = 0
  /// What the screen wanted to save, and which is not here.
  var leftOut: [StateOmission] = []

  /// Whether nothing is here.
  var isEmpty: Bool { values.isEmpty && transients.isEmpty }

  /// What a value costs besides its bytes: its length, and that of its name.
  private static let overhead = 8

  /// How many bytes a value under this name counts.
  static func cost(of value: [UInt8], _ name: String) -> Int {
    value.count + name.utf8.count + overhead
  }

  /// Puts a value in, instead of the one with the same name.
  mutating func set(_ value: [UInt8], for name: String) {
    if let old = values.updateValue(value, forKey: name) { byteCount -= Self.cost(of: old, name) }
    byteCount += Self.cost(of: value, name)
  }

  /// Takes a value out.
  mutating func remove(_ name: String) {
    if let old = values.removeValue(forKey: name) { byteCount -= Self.cost(of: old, name) }
  }

  /// Puts a value in that ends with the process.
  mutating func keep(_ value: any Sendable, for name: String) { transients[name] = value }
}
