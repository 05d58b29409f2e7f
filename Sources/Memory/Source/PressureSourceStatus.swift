/// The state of one source of a monitor.
public struct PressureSourceStatus: Sendable, Hashable {
  /// The state of a source.
  public enum State: Sendable, Hashable {
    /// It is watching; the description says what.
    case watching(String)

    /// It could not begin to watch; the description says why.
    case unavailable(String)

    /// It can no longer watch; the description says why.
    case lost(String)
  }

  /// The source's name.
  public var name: String

  /// The current state.
  public var state: State

  /// Whether the source is watching.
  public var isWatching: Bool {
    if case .watching = state { true } else { false }
  }

  init(name: String, state: State) {
    self.name = name
    self.state = state
  }
}

extension PressureSourceStatus: CustomStringConvertible {
  /// The source and its state, in words.
  public var description: String {
    switch state {
    case .watching(let detail): detail.isEmpty ? "\(name): watching" : "\(name): \(detail)"
    case .unavailable(let reason): "\(name): unavailable, because \(reason)"
    case .lost(let reason): "\(name): lost, because \(reason)"
    }
  }
}
