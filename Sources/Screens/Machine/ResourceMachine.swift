struct ResourceMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// No resource. Exits: `making`.
    case absent
    /// Being created. Exits: `present`, or `absent` if that fails, or if it dies before it has been
    /// created.
    case making(isLost: Bool)
    /// Exits: `absent`.
    case present
  }

  private(set) var state = State.absent
  /// Losses since the screen last appeared or a resource existed for a minute.
  private(set) var losses = 0

  /// Above, it is not recreated at once: one that dies each time would keep the device busy.
  static let mostLosses = 3

  enum NeedAnswer: Hashable {
    case present
    /// The request comes from inside its creation.
    case isBeingMade
    /// Create the resource, then call ``made()`` or ``failed()``.
    case make
  }

  mutating func needed() -> NeedAnswer {
    switch state {
    case .present: return .present
    case .making: return .isBeingMade
    case .absent:
      state = .making(isLost: false)
      return .make
    }
  }

  /// Returns whether it is alive.
  mutating func made() -> Bool {
    guard case .making(let isLost) = state else { preconditionFailure() }
    state = isLost ? .absent : .present
    return !isLost
  }

  mutating func failed() {
    guard case .making = state else { preconditionFailure() }
    state = .absent
  }

  /// Returns whether there was one.
  mutating func drop() -> Bool {
    guard state == .present else { return false }
    state = .absent
    return true
  }

  enum LossAnswer: Hashable {
    case none
    case gone
    /// The resource was lost while it was being created; ``made()`` will report it.
    case whenMade
  }

  mutating func markLost() -> LossAnswer {
    switch state {
    case .absent, .making(isLost: true): return .none
    case .making(isLost: false):
      state = .making(isLost: true)
      losses += 1
      return .whenMade
    case .present:
      state = .absent
      losses += 1
      return .gone
    }
  }

  var mayTryAgain: Bool { state == .absent && losses <= Self.mostLosses }

  /// The screen is about to appear, or the resource has lasted.
  mutating func forgetLosses() { losses = 0 }
}
