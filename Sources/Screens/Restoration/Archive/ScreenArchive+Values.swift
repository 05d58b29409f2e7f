extension ScreenArchive {
  /// The values that a screen has saved, by the names of their keys.
  public struct Values: Hashable, Sendable, Codable {
    private(set) var values: [String: [UInt8]]

    init(values: [String: [UInt8]] = [:]) { self.values = values }

    /// Whether there are no values.
    public var isEmpty: Bool { values.isEmpty }

    /// The names of the keys, sorted.
    public var keys: [String] { values.keys.sorted() }

    /// The number of bytes that count in a ``ScreenApplication/StateBudget``.
    public var byteCount: Int {
      values.reduce(0) { $0 + ScreenState.cost(of: $1.value, $1.key) }
    }

    /// Returns a value.
    ///
    /// - Parameter key: The key of the value.
    /// - Returns: The value; nil if there is none.
    /// - Throws: The reason why the value cannot be read.
    public func value<Value>(for key: ScreenStateKey<Value>) throws(ScreenStateError) -> Value? {
      try ScreenStateReader(screenState).read(key)
    }

    /// Stores a value, replacing any previous value for the key.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key of the value.
    /// - Throws: Any error that the value throws when it is encoded, or an `EncodingError`.
    public mutating func set<Value>(_ value: Value, for key: ScreenStateKey<Value>) throws {
      values[key.name] = try StateEncoder.document(value)
    }

    /// Removes a value; has no effect if there is none.
    ///
    /// - Parameter name: The name of its key.
    public mutating func remove(_ name: String) { values[name] = nil }

    /// Renames a value; has no effect if there is none.
    ///
    /// - Parameters:
    ///   - name: The present name.
    ///   - newName: The new name. A value with that name is replaced.
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
}
