struct ScreenState: Sendable {
  /// Documents of ``StateEncoder``, by name.
  private(set) var values: [String: [UInt8]] = [:]
  /// Values that end with the process, by name.
  private(set) var transients: [String: any Sendable] = [:]
  private(set) var byteCount = 0
  var omissions: [ScreenStateWriter.Omission] = []

  var isEmpty: Bool { values.isEmpty && transients.isEmpty }

  /// The cost of a value besides its bytes: its length, and that of its name.
  private static let overhead = 8

  static func cost(of value: [UInt8], _ name: String) -> Int {
    value.count + name.utf8.count + overhead
  }

  mutating func set(_ value: [UInt8], for name: String) {
    if let old = values.updateValue(value, forKey: name) { byteCount -= Self.cost(of: old, name) }
    byteCount += Self.cost(of: value, name)
  }

  mutating func remove(_ name: String) {
    if let old = values.removeValue(forKey: name) { byteCount -= Self.cost(of: old, name) }
  }

  mutating func keep(_ value: any Sendable, for name: String) { transients[name] = value }
}
