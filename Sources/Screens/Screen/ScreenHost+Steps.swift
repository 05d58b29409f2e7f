extension ScreenHost {
  /// The screen is about to appear; its view is made, if there is none.
  ///
  /// Legal if it is gone, or about to disappear. Otherwise nothing happens, but an event.
  ///
  /// - Parameter context: why and how.
  public func willAppear(_ context: TransitionContext) { come(.willAppear, context) }

  /// The screen has appeared.
  ///
  /// Legal if it is about to appear. Otherwise nothing happens, but an event.
  ///
  /// - Parameter context: why and how.
  public func didAppear(_ context: TransitionContext) { come(.didAppear, context) }

  /// The screen is about to disappear; it may yet stay, and hears ``willAppear(_:)`` then.
  ///
  /// Legal if it is visible, or about to appear. Otherwise nothing happens, but an event.
  ///
  /// - Parameter context: why and how.
  public func willDisappear(_ context: TransitionContext) { come(.willDisappear, context) }

  /// The screen has disappeared.
  ///
  /// Legal if it is about to disappear. Otherwise nothing happens, but an event.
  ///
  /// - Parameter context: why and how.
  public func didDisappear(_ context: TransitionContext) { come(.didDisappear, context) }

  private func come(_ step: AppearanceStep, _ context: TransitionContext) {
    guard !isTaking, pending.isEmpty, !waitsForView else {
      return pending.append((step, context))
    }
    if suspended == nil, let director = screen.ownDirector, director.isInTurn,
      let container = screen as? any TransitionContainer
    {
      // From inside what a container of ours does: that ends first, and at once. While this has
      // suspended it, a turn is no transition, and none would come to take what waits.
      pending.append((step, context))
      director.settle()
      director.addFirst(TransitionRequest(.act { [self] _ in takePending() }), of: container)
      return
    }
    take(step, context)
    takePending()
  }

  /// Whether this comes from inside the making of the view, after which ``viewWasMade()`` follows.
  ///
  /// In a container, what comes waits for the turn in which its view is made.
  private var waitsForView: Bool {
    switch screen.lifecycle.view {
    case .loading, .filling: !(screen is any TransitionContainer)
    case .absent, .present, .leaving: false
    }
  }

  /// The view has been made, filled, and its state restored: what has come meanwhile is taken.
  func viewWasMade() {
    guard !isTaking, !pending.isEmpty, !(screen is any TransitionContainer) else { return }
    takePending()
  }

  private func takePending() {
    while !pending.isEmpty {
      let (step, context) = pending.removeFirst()
      take(step, context)
    }
  }

  private func take(_ step: AppearanceStep, _ context: TransitionContext) {
    isTaking = true
    defer { isTaking = false }
    if step == .willAppear { screen.makeReadyToAppear() }
    guard screen.lifecycle.permits(step) else {
      return screen.note(.refusedStep(step, at: screen.appearance))
    }
    if suspended == nil, let director = screen.ownDirector {
      director.suspend()
      suspended = director
    }
    // After it is suspended, so that what waits does not begin in its place.
    if step == .willDisappear { screen.ownDirector?.settle() }
    screen.deliver(step, context)
    screen.updateForeground()
    switch screen.appearance {
    case .appearing, .disappearing: break
    case .visible, .gone: suspended.take()?.resume()
    }
  }
}
