/// Decides which steps a screen may take next, not when: the ``TreeMachine`` decides that.
struct LifecycleMachine: Hashable, Sendable {
  enum ViewState: Hashable, Sendable {
    /// No view. Exits: `loading`.
    case absent
    /// Being created. Exits: `filling`.
    case loading
    /// Created and being filled; it can be neither unloaded nor shown yet. Exits: `present`.
    case filling
    /// Exits: `leaving`.
    case present
    /// The state is being saved and the view released. Exits: `absent`, or `present` if it has to
    /// stay.
    case leaving

    var isLoaded: Bool {
      switch self {
      case .filling, .present, .leaving: true
      case .absent, .loading: false
      }
    }
  }

  private(set) var view = ViewState.absent
  private(set) var appearance = ScreenAppearance.gone

  enum ViewAnswer: Hashable {
    case present
    /// Create the view now, then call ``viewWasMade()``.
    case load
    case isLoading
  }

  mutating func viewNeeded() -> ViewAnswer {
    switch view {
    case .filling, .present, .leaving: return .present
    case .loading: return .isLoading
    case .absent:
      view = .loading
      return .load
    }
  }

  mutating func viewWasMade() {
    precondition(view == .loading)
    view = .filling
  }

  mutating func viewIsFilled() {
    precondition(view == .filling)
    view = .present
  }

  enum LeaveAnswer: Hashable {
    case absent
    /// The view must stay: it is visible, being created, or already being unloaded.
    case isNeeded
    /// Unload the view, then call ``viewIsGone()`` or ``viewStays()``.
    case leave
  }

  mutating func viewLeaves() -> LeaveAnswer {
    switch view {
    case .absent: return .absent
    case .loading, .filling, .leaving: return .isNeeded
    case .present:
      guard appearance == .gone else { return .isNeeded }
      view = .leaving
      return .leave
    }
  }

  mutating func viewIsGone() {
    precondition(view == .leaving)
    view = .absent
  }

  mutating func viewStays() {
    precondition(view == .leaving)
    view = .present
  }

  func permits(_ step: ScreenAppearance.Step) -> Bool {
    var copy = self
    return copy.take(step)
  }

  /// Takes a step if it is legal now; otherwise returns false, and nothing changes.
  mutating func take(_ step: ScreenAppearance.Step) -> Bool {
    guard view == .present else { return false }
    switch (step, appearance) {
    case (.willAppear, .gone), (.willAppear, .disappearing): appearance = .appearing
    case (.didAppear, .appearing): appearance = .visible
    case (.willDisappear, .visible), (.willDisappear, .appearing): appearance = .disappearing
    case (.didDisappear, .disappearing): appearance = .gone
    case (.willAppear, _), (.didAppear, _), (.willDisappear, _), (.didDisappear, _): return false
    }
    return true
  }
}
