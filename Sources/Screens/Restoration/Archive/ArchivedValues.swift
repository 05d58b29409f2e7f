/// The values that a screen has saved, by the names of their keys.
public struct ArchivedValues: Hashable, Sendable {
  private(set) var values: [String: [UInt8]]

  init(values: [String: [UInt8]] = [:]) { self.values = values }

  /// Whether there are none.
  public var isEmpty: Bool { values.isEmpty }

  /// The names of the keys, sorted.
  public var keys: [String] { values.keys.sorted() }

  /// How many bytes they count in a ``StateBudget``.
  public var byteCount: Int {
    values.reduce(0) { $0 + ScreenState.cost(of: $1.value, $1.key) }
  }

  /// A value.
  ///
  /// - Parameter key: its name.
  /// - Returns: the value; nil if there is none.
  /// - Throws: why it cannot be read.
  public func value<Value>(for key: StateKey<Value>) throws(StateError) -> Value? {
    try StateReader(screenState).read(key)
  }

  /// Puts a value in, instead of the one under this key.
  ///
  /// - Parameters:
  ///   - value: what is put in.
  ///   - key: its name.
  /// - Throws: what the value throws when it is encoded, or an `EncodingError`.
  public mutating func set<Value>(_ value: Value, for key: StateKey<Value>) throws {
    values[key.name] = try StateEncoder.document(value)
  }

  /// Takes a value out; if there is none, nothing happens.
  ///
  /// - Parameter name: the name of its key.
  public mutating func remove(_ name: String) { values[name] = nil }

  /// Gives a value another name; if there is none, nothing happens.
  ///
  /// - Parameters:
  ///   - name: the name that it has.
  ///   - newName: the name that it gets. What has that name is replaced.
  public mutating func rename(_ name: String, to newName: String) {
    guard let value = values.removeValue(forKey: name) else { return }
    values[newName] = value
  }

  var screenState: ScreenState {
    var state = ScreenState()
    for (name, value) in values { state.set(value, for: name) }
    return state
  }
}
