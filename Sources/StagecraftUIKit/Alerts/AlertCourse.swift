/// Decides when an alert is dismissed, and when whoever asked for it gets an answer.
///
/// Toolkits answer badly to an alert that is dismissed while it is still on its way in, and to the
/// next that is presented before the last is off the screen. So a cancelled alert stays until it has
/// appeared, and its caller waits until it has disappeared.
struct AlertCourse: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Nobody has seen it. Exits: `appearing`, `ended`.
    case new
    /// It is on its way in. Exits: `shown`, `cancelled`, `ended`.
    case appearing
    /// It is on its way in, and is to go when it is there. Exits: `leaving`, `ended`.
    case cancelled
    /// It waits for its answer. Exits: `leaving`, `ended`.
    case shown
    /// It is on its way out without an answer. Exits: `ended`.
    case leaving
    /// Final: its caller knows.
    case ended
  }

  enum Order: Hashable, Sendable {
    case nothing
    case present
    case dismiss
    /// The user chose the action with this number.
    case answer(Int)
    /// It ended without an answer, because its caller wished so.
    case endCancelled
    /// It ended without an answer, because it was taken off the screen.
    case endVanished
  }

  private(set) var state = State.new

  /// It is to be presented.
  mutating func present() -> Order {
    guard state == .new else { return .nothing }
    state = .appearing
    return .present
  }

  /// It is all on the screen.
  mutating func didAppear() -> Order {
    switch state {
    case .appearing:
      state = .shown
      return .nothing
    case .cancelled:
      state = .leaving
      return .dismiss
    case .new, .shown, .leaving, .ended: return .nothing
    }
  }

  /// The user chose an action, which counts, even if the alert was about to go.
  mutating func didChoose(_ action: Int) -> Order {
    switch state {
    case .appearing, .cancelled, .shown, .leaving:
      state = .ended
      return .answer(action)
    case .new, .ended: return .nothing
    }
  }

  /// Its caller does not want it any longer.
  mutating func cancel() -> Order {
    switch state {
    case .new:
      state = .ended
      return .endCancelled
    case .appearing:
      state = .cancelled
      return .nothing
    case .shown:
      state = .leaving
      return .dismiss
    case .cancelled, .leaving, .ended: return .nothing
    }
  }

  /// It is off the screen, or it never came onto it.
  mutating func didDisappear() -> Order {
    switch state {
    case .cancelled, .leaving:
      state = .ended
      return .endCancelled
    case .appearing, .shown:
      state = .ended
      return .endVanished
    case .new, .ended: return .nothing
    }
  }
}
