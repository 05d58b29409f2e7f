extension ScreenHost {
  /// Reports that the screen is about to appear; creates the view, if there is none.
  ///
  /// Legal if the screen's appearance is `gone` or `disappearing`. Otherwise it is only reported as
  /// an event.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  public func willAppear(_ context: TransitionContext) { come(.willAppear, context) }

  /// Reports that the view is in the hierarchy and has its geometry.
  ///
  /// Ignored unless the screen's appearance is `appearing`.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  public func isAppearing(_ context: TransitionContext) {
    screen.trees.deliverIsAppearing(to: screen, context)
  }

  /// Reports that the screen has appeared.
  ///
  /// Legal if the screen's appearance is `appearing`. Otherwise it is only reported as an event.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  public func didAppear(_ context: TransitionContext) { come(.didAppear, context) }

  /// Reports that the screen is about to disappear.
  ///
  /// If the transition is cancelled, call ``willAppear(_:)``.
  ///
  /// Legal if the screen's appearance is `visible` or `appearing`. Otherwise it is only reported as
  /// an event.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  public func willDisappear(_ context: TransitionContext) { come(.willDisappear, context) }

  /// Reports that the screen has disappeared.
  ///
  /// Legal if the screen's appearance is `disappearing`. Otherwise it is only reported as an event.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  public func didDisappear(_ context: TransitionContext) { come(.didDisappear, context) }

  private func come(_ step: ScreenAppearance.Step, _ context: TransitionContext) {
    guard !isTaking, pending.isEmpty, !waitsForView else {
      return pending.append((step, context))
    }
    if !isSuspending, screen.stageContainer != nil, screen.trees.isInTurn(screen) {
      // Called from inside the turn of a container of this module: that turn ends first, and at
      // once. While this host has suspended the requests, a turn is not a transition, and no later
      // turn would take what is pending.
      pending.append((step, context))
      screen.trees.settle(screen)
      screen.trees.submit(
        .perform, of: screen, first: true, TransitionRequest { [self] _ in takePending() })
      return
    }
    take(step, context)
    takePending()
  }

  /// In a container, pending steps wait for the turn in which its view is created.
  private var waitsForView: Bool {
    switch screen.lifecycle.view {
    case .loading, .filling: screen.stageContainer == nil
    case .absent, .present, .leaving: false
    }
  }

  func viewWasMade() {
    guard !isTaking, !pending.isEmpty, screen.stageContainer == nil else { return }
    takePending()
  }

  private func takePending() {
    while !pending.isEmpty {
      let (step, context) = pending.removeFirst()
      take(step, context)
    }
  }

  private func take(_ step: ScreenAppearance.Step, _ context: TransitionContext) {
    isTaking = true
    defer { isTaking = false }
    if step == .willAppear { screen.prepareToAppear() }
    guard screen.lifecycle.permits(step) else {
      return screen.note(.refusedStep(step, at: screen.appearance))
    }
    let isContainer = screen.stageContainer != nil
    if !isSuspending, isContainer {
      screen.trees.suspend(screen)
      isSuspending = true
    }
    // After the suspension, so that no waiting request begins instead.
    if step == .willDisappear, isContainer { screen.trees.settle(screen) }
    screen.deliver(step, context)
    screen.updateForeground()
    switch screen.appearance {
    case .appearing, .disappearing: break
    case .visible, .gone:
      guard isSuspending else { return }
      isSuspending = false
      screen.trees.resume(screen)
    }
  }
}
