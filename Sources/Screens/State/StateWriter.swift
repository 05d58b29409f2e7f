/// Where a screen writes down what the user would miss.
///
/// ```swift
/// override func saveState(into state: inout StateWriter) {
///   state.save(comment.text, for: .comment)
///   state.keep(preview, for: .preview)
/// }
/// ```
///
/// Each value is encoded at once: what is changed later is not saved. What cannot be encoded, or does
/// not fit into the screen's budget, is left out, and that is told: a screen whose state is not
/// complete does not give its view back.
public struct StateWriter {
  /// What has been saved.
  private(set) var state = ScreenState()
  private let budget: Int

  /// A writer of nothing yet.
  ///
  /// - Parameter budget: how many bytes may be saved.
  init(budget: Int = StateBudget().perScreen) { self.budget = budget }

  /// How many bytes have been saved, with the names of their keys.
  public var byteCount: Int { state.byteCount }

  /// How many bytes the screen has left.
  public var remainingByteCount: Int { budget - state.byteCount }

  /// What was to be saved, and was left out.
  public var omissions: [StateOmission] { state.leftOut }

  /// Saves a value.
  ///
  /// If there is one under this key, it is replaced; also if the new one is left out.
  ///
  /// - Parameters:
  ///   - value: what is saved; it is encoded now.
  ///   - key: its name.
  public mutating func save<Value>(_ value: Value, for key: StateKey<Value>) {
    state.remove(key.name)
    state.leftOut.removeAll { $0.key == key.name }
    let bytes: [UInt8]
    do {
      bytes = try StateEncoder.document(value)
    } catch {
      let reason = (error as? EncodingError)?.sentence ?? "\(error)"
      leaveOut(key.name, byteCount: 0, .cannotBeEncoded(reason))
      return
    }
    let cost = ScreenState.cost(of: bytes, key.name)
    guard cost <= remainingByteCount else {
      leaveOut(key.name, byteCount: cost, .screenIsOverBudget(budget: budget))
      return
    }
    state.set(bytes, for: key.name)
  }

  /// Keeps a value for as long as the process runs.
  ///
  /// - Parameters:
  ///   - value: what is kept, as it is.
  ///   - key: its name.
  public mutating func keep<Value>(_ value: Value, for key: TransientKey<Value>) {
    state.keep(value, for: key.name)
  }

  private mutating func leaveOut(_ key: String, byteCount: Int, _ reason: StateOmission.Reason) {
    state.leftOut.append(StateOmission(key: key, byteCount: byteCount, reason: reason))
  }
}
