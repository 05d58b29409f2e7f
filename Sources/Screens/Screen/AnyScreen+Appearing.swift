extension AnyScreen {
  /// How much of the screen the user sees.
  public final var appearance: ScreenAppearance { lifecycle.appearance }

  /// Takes a step, and the children that are seen with it.
  ///
  /// Outer screens will first, and inner screens did first. Whoever is foreground and will disappear
  /// resigns before. A step that is illegal now is a trap; without assertions, it does not happen,
  /// and whoever observes is told.
  final func deliver(_ step: AppearanceStep, _ context: TransitionContext) {
    if step == .willAppear {
      if heardOfBackground { comesToForegroundIfNeeded() }
      makeReadyToAppear()
    }
    let inherited = contextOfChildren(step, context)
    switch step {
    case .willAppear:
      guard take(step) else { return }
      goneSince = nil
      note(.willAppear(context))
      viewWillAppear(context)
      for child in visibleChildren { child.deliver(step, inherited) }
    case .didAppear:
      // Not visible before it hears so: those in it, who hear it first, may ask who is foreground.
      guard check(step) else { return }
      for child in visibleChildren { child.deliver(step, inherited) }
      guard take(step) else { return }
      note(.didAppear(context))
      viewDidAppear(context)
      hasAppeared()
    case .willDisappear:
      guard take(step) else { return }
      resignForegroundWithHeirs()
      note(.willDisappear(context))
      viewWillDisappear(context)
      for child in visibleChildren { child.deliver(step, inherited) }
    case .didDisappear:
      guard check(step) else { return }
      for child in visibleChildren { child.deliver(step, inherited) }
      guard take(step) else { return }
      goneSince = application.now
      note(.didDisappear(context))
      viewDidDisappear(context)
      hasDisappeared()
    }
  }

  /// Whether a step is legal now; otherwise whoever observes is told.
  private func check(_ step: AppearanceStep) -> Bool {
    if lifecycle.permits(step) { return true }
    note(.refusedStep(step, at: appearance))
    assertionFailure(
      "\(name) cannot take the step \(step): it is \(appearance), its view \(lifecycle.view).")
    return false
  }

  private func take(_ step: AppearanceStep) -> Bool {
    guard check(step) else { return false }
    return lifecycle.take(step)
  }

  /// Tells whoever observes the application.
  ///
  /// While nobody does, nothing is made.
  final func note(_ kind: @autoclosure () -> ScreenEvent.Kind) {
    guard application.isObserved else { return }
    application.tell(ScreenEvent(screen: id, name: name, kind: kind()))
  }
}
