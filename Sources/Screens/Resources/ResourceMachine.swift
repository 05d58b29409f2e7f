/// Decides what may happen to a heavy resource next.
struct ResourceMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// There is none. Exits: `making`.
    case absent
    /// It is being made. Exits: `present`, or `absent` if that fails, or if it dies before it is made.
    case making(isLost: Bool)
    /// Exits: `absent`.
    case present
  }

  private(set) var state = State.absent
  /// How often it has died by itself since the screen last came.
  private(set) var losses = 0

  /// How often it is made again at once after it has died: what dies each time that it is made must
  /// not keep the user's machine busy.
  static let mostLosses = 3

  enum NeedAnswer: Hashable {
    /// It is there.
    case present
    /// It is being made at this moment, by whoever is asking in the end.
    case isBeingMade
    /// It is to be made, and ``made()`` or ``failed()`` to be said.
    case make
  }

  /// Somebody needs it.
  mutating func needed() -> NeedAnswer {
    switch state {
    case .present: return .present
    case .making: return .isBeingMade
    case .absent:
      state = .making(isLost: false)
      return .make
    }
  }

  /// It was made.
  ///
  /// - Returns: whether it is alive.
  mutating func made() -> Bool {
    guard case .making(let isLost) = state else { preconditionFailure() }
    state = isLost ? .absent : .present
    return !isLost
  }

  /// It could not be made.
  mutating func failed() {
    guard case .making = state else { preconditionFailure() }
    state = .absent
  }

  /// It is to go.
  ///
  /// - Returns: whether there is one.
  mutating func drop() -> Bool {
    guard state == .present else { return false }
    state = .absent
    return true
  }

  enum LossAnswer: Hashable {
    /// There is none, or it was known to be lost.
    case none
    /// It is gone.
    case gone
    /// It was lost while it was being made; ``made()`` will say so.
    case whenMade
  }

  /// It has died by itself.
  mutating func lost() -> LossAnswer {
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

  /// Whether it may be made again though nobody asks.
  var mayTryAgain: Bool { state == .absent && losses <= Self.mostLosses }

  /// The screen is about to appear.
  mutating func screenComes() { losses = 0 }
}
