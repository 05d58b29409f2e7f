/// Reads the values that a screen has saved.
///
/// ```swift
/// override func restoreState(from state: ScreenStateReader) {
///   if let text = state.value(for: .comment) { comment.text = text }
///   if let kept = state.value(for: .preview) { preview = kept }
/// }
/// ```
public struct ScreenStateReader {
  private let state: ScreenState
  private let onError: ((ScreenStateError) -> Void)?

  init(_ state: ScreenState, onError: ((ScreenStateError) -> Void)? = nil) {
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
  public func value<Value>(for key: ScreenStateKey<Value>) -> Value? {
    do throws(ScreenStateError) {
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
  public func read<Value>(_ key: ScreenStateKey<Value>) throws(ScreenStateError) -> Value? {
    guard let bytes = state.values[key.name] else { return nil }
    do {
      return try StateDecoder.value(Value.self, in: bytes)
    } catch {
      throw ScreenStateError(error, key: key.name)
    }
  }

  /// Returns a transient value, which exists only in this process.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The value; nil if there is none of this type.
  public func value<Value>(for key: ScreenTransientKey<Value>) -> Value? {
    state.transients[key.name] as? Value
  }
}
