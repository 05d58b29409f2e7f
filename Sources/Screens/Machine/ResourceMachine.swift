/// Decides the next step in the life of a heavy resource.
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
  /// How often the resource has died since the screen last appeared.
  private(set) var losses = 0

  /// How often the resource is recreated at once after it has died: one that dies each time it is
  /// created must not keep the device busy.
  static let mostLosses = 3

  enum NeedAnswer: Hashable {
    /// The resource exists.
    case present
    /// The resource is being created; the request comes from inside its creation.
    case isBeingMade
    /// Create the resource, then call ``made()`` or ``failed()``.
    case make
  }

  /// The resource is needed.
  mutating func needed() -> NeedAnswer {
    switch state {
    case .present: return .present
    case .making: return .isBeingMade
    case .absent:
      state = .making(isLost: false)
      return .make
    }
  }

  /// The resource has been created.
  ///
  /// - Returns: Whether it is alive.
  mutating func made() -> Bool {
    guard case .making(let isLost) = state else { preconditionFailure() }
    state = isLost ? .absent : .present
    return !isLost
  }

  /// The resource could not be created.
  mutating func failed() {
    guard case .making = state else { preconditionFailure() }
    state = .absent
  }

  /// The resource is to be dropped.
  ///
  /// - Returns: Whether there is one.
  mutating func drop() -> Bool {
    guard state == .present else { return false }
    state = .absent
    return true
  }

  enum LossAnswer: Hashable {
    /// There is no resource, or its loss is known.
    case none
    /// The resource has been removed.
    case gone
    /// The resource was lost while it was being created; ``made()`` will report it.
    case whenMade
  }

  /// The resource has died.
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

  /// Whether the resource may be recreated without a request.
  var mayTryAgain: Bool { state == .absent && losses <= Self.mostLosses }

  /// The screen is about to appear.
  mutating func screenWillAppear() { losses = 0 }
}
