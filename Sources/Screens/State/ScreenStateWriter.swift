/// Receives what a screen saves.
///
/// ```swift
/// override func saveState(into state: inout ScreenStateWriter) {
///   state.save(comment.text, for: .comment)
///   state.keep(preview, for: .preview)
/// }
/// ```
///
/// Each value is encoded at once: later changes are not saved. A value that cannot be encoded, or
/// exceeds the screen's budget, is omitted and reported: a screen whose state is incomplete keeps
/// its view.
public struct ScreenStateWriter {
  private(set) var state = ScreenState()
  private let budget: Int

  init(budget: Int = ScreenApplication.StateBudget().perScreen) { self.budget = budget }

  /// The number of bytes saved so far, including the names of the keys.
  public var byteCount: Int { state.byteCount }

  /// The number of bytes that the screen may still save.
  public var remainingByteCount: Int { budget - state.byteCount }

  /// The values that were omitted.
  public var omissions: [ScreenStateWriter.Omission] { state.omissions }

  /// Saves a value.
  ///
  /// Any previous value for the key is removed, even if the new one is omitted.
  ///
  /// - Parameters:
  ///   - value: The value; it is encoded now.
  ///   - key: The key of the value.
  public mutating func save<Value>(_ value: Value, for key: ScreenStateKey<Value>) {
    state.remove(key.name)
    state.omissions.removeAll { $0.key == key.name }
    let bytes: [UInt8]
    do {
      bytes = try StateEncoder.document(value)
    } catch {
      let reason = (error as? EncodingError)?.sentence ?? "\(error)"
      omit(key.name, byteCount: 0, .cannotBeEncoded(reason))
      return
    }
    let cost = ScreenState.cost(of: bytes, key.name)
    guard cost <= remainingByteCount else {
      omit(key.name, byteCount: cost, .screenIsOverBudget(budget: budget))
      return
    }
    state.set(bytes, for: key.name)
  }

  /// Keeps a value until the process ends.
  ///
  /// - Parameters:
  ///   - value: The value, which is stored as it is.
  ///   - key: The key of the value.
  public mutating func keep<Value>(_ value: Value, for key: ScreenTransientKey<Value>) {
    state.keep(value, for: key.name)
  }

  private mutating func omit(
    _ key: String, byteCount: Int, _ reason: ScreenStateWriter.Omission.Reason
  ) {
    state.omissions.append(
      ScreenStateWriter.Omission(key: key, byteCount: byteCount, reason: reason))
  }
}
