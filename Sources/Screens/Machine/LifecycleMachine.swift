/// Decides which steps a screen may take next.
///
/// When a step is due is decided by the ``TreeMachine``, with a ``TransitionOrder``. This machine
/// only permits or refuses the step.
///
/// It stores two facts that change independently: whether there is a view, and how visible the
/// screen is. One rule connects them: a screen that is not gone has a view.
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

    /// Whether there is a view.
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
    /// The view exists.
    case present
    /// Create the view now, then call ``viewWasMade()``.
    case load
    /// The view is requested while it is being created.
    case isLoading
  }

  /// The view is needed.
  mutating func viewNeeded() -> ViewAnswer {
    switch view {
    case .filling, .present, .leaving: return .present
    case .loading: return .isLoading
    case .absent:
      view = .loading
      return .load
    }
  }

  /// The view has been created.
  mutating func viewWasMade() {
    precondition(view == .loading)
    view = .filling
  }

  /// The view has been filled.
  mutating func viewIsFilled() {
    precondition(view == .filling)
    view = .present
  }

  enum LeaveAnswer: Hashable {
    /// There is no view.
    case absent
    /// The view must stay: it is visible, being created, or already being unloaded.
    case isNeeded
    /// Unload the view, then call ``viewIsGone()`` or ``viewStays()``.
    case leave
  }

  /// The view is to be unloaded.
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

  /// The view has been unloaded.
  mutating func viewIsGone() {
    precondition(view == .leaving)
    view = .absent
  }

  /// Unloading was cancelled: the view stays.
  mutating func viewStays() {
    precondition(view == .leaving)
    view = .present
  }

  /// Returns whether a step is legal now.
  func permits(_ step: ScreenAppearanceStep) -> Bool {
    var copy = self
    return copy.take(step)
  }

  /// Takes a step, if it is legal now.
  ///
  /// - Returns: Whether the step was legal; otherwise nothing has changed.
  mutating func take(_ step: ScreenAppearanceStep) -> Bool {
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
