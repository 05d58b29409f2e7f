/// Reads the values that a screen has saved.
///
/// ```swift
/// override func restoreState(from state: StateReader) {
///   if let text = state.value(for: .comment) { comment.text = text }
///   if let kept = state.value(for: .preview) { preview = kept }
/// }
/// ```
public struct StateReader {
  private let state: ScreenState
  private let onError: ((StateError) -> Void)?

  init(_ state: ScreenState, onError: ((StateError) -> Void)? = nil) {
    self.state = state
    self.onError = onError
  }

  /// Whether nothing was saved.
  public var isEmpty: Bool { state.isEmpty }

  /// Returns a saved value.
  ///
  /// A value that cannot be read, because another version of the app saved another type under this
  /// key, counts as not saved, and is reported as an event of the screen.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The value; nil if there is none that can be read.
  public func value<Value>(for key: StateKey<Value>) -> Value? {
    do throws(StateError) {
      return try read(key)
    } catch {
      onError?(error)
      return nil
    }
  }

  /// Returns a saved value, and throws if it cannot be read.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The value; nil if none was saved.
  /// - Throws: The reason why the value cannot be read.
  public func read<Value>(_ key: StateKey<Value>) throws(StateError) -> Value? {
    guard let bytes = state.values[key.name] else { return nil }
    do {
      return try StateDecoder.value(Value.self, in: bytes)
    } catch {
      throw StateError(error, key: key.name)
    }
  }

  /// Returns a value that was kept in this process.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The value; nil if there is none of this type.
  public func value<Value>(for key: TransientKey<Value>) -> Value? {
    state.transients[key.name] as? Value
  }
}
