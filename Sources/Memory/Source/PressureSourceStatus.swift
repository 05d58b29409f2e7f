/// What has become of one source of a monitor.
public struct PressureSourceStatus: Sendable, Hashable {
  /// What a source is doing.
  public enum State: Sendable, Hashable {
    /// It watches; in words, what.
    case watching(String)

    /// It could not begin; in words, why.
    case refused(String)

    /// It watched, and what it watched is gone; in words, why.
    case lost(String)
  }

  /// The source's name.
  public var name: String

  /// What it is doing.
  public var state: State

  /// Whether it watches.
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
    case .refused(let reason): "\(name): not here, because \(reason)"
    case .lost(let reason): "\(name): lost, because \(reason)"
    }
  }
}
