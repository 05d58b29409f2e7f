/// Decides what may happen to a screen next.
///
/// Two facts that change apart: whether there is a view, and how much of it the user sees. Only
/// together they have one rule: what is not gone has a view.
struct LifecycleMachine: Hashable, Sendable {
  enum ViewState: Hashable, Sendable {
    /// There is none. Exits: `loading`.
    case absent
    /// It is being made. Exits: `filling`.
    case loading
    /// It is there, and is being filled; it can neither go nor be shown yet. Exits: `present`.
    case filling
    /// Exits: `leaving`.
    case present
    /// Its state is being saved, and it is let go of. Exits: `absent`, or `present` if it has to stay.
    case leaving
  }

  private(set) var view = ViewState.absent
  private(set) var appearance = ScreenAppearance.gone

  enum ViewAnswer: Hashable {
    /// The view is there.
    case present
    /// The view is to be made now, and ``viewWasMade()`` to be said.
    case load
    /// Making the view asks for the view.
    case isLoading
  }

  /// Somebody needs the view.
  mutating func viewNeeded() -> ViewAnswer {
    switch view {
    case .filling, .present, .leaving: return .present
    case .loading: return .isLoading
    case .absent:
      view = .loading
      return .load
    }
  }

  /// The view, which was to be made, is there.
  mutating func viewWasMade() {
    precondition(view == .loading)
    view = .filling
  }

  /// The view is filled.
  mutating func viewIsFilled() {
    precondition(view == .filling)
    view = .present
  }

  enum LeaveAnswer: Hashable {
    /// There is no view.
    case absent
    /// The view is not to go now: it is seen, or being made, or about to go already.
    case isNeeded
    /// The view goes; ``viewIsGone()`` is to be said, or ``viewStays()``.
    case leave
  }

  /// The view is to go.
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

  /// The view, which was to go, is gone.
  mutating func viewIsGone() {
    precondition(view == .leaving)
    view = .absent
  }

  /// The view, which was to go, has to stay.
  mutating func viewStays() {
    precondition(view == .leaving)
    view = .present
  }

  /// Whether a step is legal here.
  func permits(_ step: AppearanceStep) -> Bool {
    var copy = self
    return copy.take(step)
  }

  /// Takes a step, if it is legal here.
  ///
  /// - Returns: whether it was; otherwise nothing has changed.
  mutating func take(_ step: AppearanceStep) -> Bool {
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
