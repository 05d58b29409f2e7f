/// The saved state of a screen.
struct ScreenState: Sendable {
  /// The documents that ``StateEncoder`` wrote, by name.
  private(set) var values: [String: [UInt8]] = [:]
  /// The values that end with the process, by name.
  private(set) var transients: [String: any Sendable] = [:]
  /// The number of bytes of the values, including their names.
  private(set) var byteCount = 0
  /// The values that the screen could not save.
  var omissions: [ScreenStateOmission] = []

  /// Whether there are no values.
  var isEmpty: Bool { values.isEmpty && transients.isEmpty }

  /// The cost of a value besides its bytes: its length, and that of its name.
  private static let overhead = 8

  /// The number of bytes that count for a value with this name.
  static func cost(of value: [UInt8], _ name: String) -> Int {
    value.count + name.utf8.count + overhead
  }

  /// Stores a value, replacing one with the same name.
  mutating func set(_ value: [UInt8], for name: String) {
    if let old = values.updateValue(value, forKey: name) { byteCount -= Self.cost(of: old, name) }
    byteCount += Self.cost(of: value, name)
  }

  /// Removes a value.
  mutating func remove(_ name: String) {
    if let old = values.removeValue(forKey: name) { byteCount -= Self.cost(of: old, name) }
  }

  /// Stores a value that ends with the process.
  mutating func keep(_ value: any Sendable, for name: String) { transients[name] = value }
}
