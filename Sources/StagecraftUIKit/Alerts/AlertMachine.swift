/// Decides when an alert is dismissed and when its caller receives an answer.
///
/// Toolkits misbehave if an alert is dismissed while it is still appearing, or if the next one is
/// presented before the last is off the screen. Therefore a cancelled alert remains until it has
/// appeared, and its caller waits until it has disappeared.
struct AlertMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Not presented yet. Exits: `appearing`, `ended`.
    case new
    /// Appearing. Exits: `shown`, `cancelled`, `ended`.
    case appearing
    /// Appearing, and to be dismissed once it has appeared. Exits: `leaving`, `ended`.
    case cancelled
    /// On the screen, waiting for an answer. Exits: `leaving`, `ended`.
    case shown
    /// Disappearing without an answer. Exits: `ended`.
    case leaving
    /// Final: the caller has been answered.
    case ended
  }

  enum Action: Hashable, Sendable {
    case nothing
    case present
    case dismiss
    /// The user chose the action with this number.
    case answer(Int)
    /// The alert ended without an answer because its caller cancelled it.
    case endCancelled
    /// The alert ended without an answer because it was removed from the screen.
    case endVanished
  }

  private(set) var state = State.new

  /// Handles the request to present the alert.
  mutating func present() -> Action {
    guard state == .new else { return .nothing }
    state = .appearing
    return .present
  }

  /// Handles the end of the presentation.
  mutating func didAppear() -> Action {
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

  /// Handles the choice of an action, which counts even if the alert was about to be dismissed.
  mutating func didChoose(_ action: Int) -> Action {
    switch state {
    case .appearing, .cancelled, .shown, .leaving:
      state = .ended
      return .answer(action)
    case .new, .ended: return .nothing
    }
  }

  /// Handles the cancellation by the caller.
  mutating func cancel() -> Action {
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

  /// Handles the removal from the screen, or a presentation that failed.
  mutating func didDisappear() -> Action {
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
