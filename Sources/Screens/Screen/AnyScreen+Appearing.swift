extension AnyScreen {
  /// The visibility of the screen.
  public final var appearance: ScreenAppearance { lifecycle.appearance }

  /// Takes an appearance step, together with the visible children.
  ///
  /// For *will* steps, outer screens are notified first; for *did* steps, inner screens. Foreground
  /// screens that disappear resign before. An illegal step is an assertion failure; without
  /// assertions it is ignored and reported as an event.
  final func deliver(_ step: ScreenAppearanceStep, _ context: TransitionContext) {
    if step == .willAppear {
      if didReceiveBackground { enterForegroundIfNeeded() }
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
      // Not visible before its own callback: the screens in it, which are notified first, may ask
      // which screen is foreground.
      guard check(step) else { return }
      for child in visibleChildren { child.deliver(step, inherited) }
      guard take(step) else { return }
      note(.didAppear(context))
      viewDidAppear(context)
      hasAppeared()
    case .willDisappear:
      guard take(step) else { return }
      resignForegroundWithDescendants()
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

  /// Returns whether a step is legal now; otherwise reports it to the observers.
  private func check(_ step: ScreenAppearanceStep) -> Bool {
    if lifecycle.permits(step) { return true }
    note(.refusedStep(step, at: appearance))
    assertionFailure(
      "\(name) cannot take the step \(step): it is \(appearance), its view \(lifecycle.view).")
    return false
  }

  private func take(_ step: ScreenAppearanceStep) -> Bool {
    guard check(step) else { return false }
    return lifecycle.take(step)
  }

  /// Reports an event to the observers of the application.
  ///
  /// Without an observer, no event is created.
  final func note(_ kind: @autoclosure () -> ScreenEvent.Kind) {
    guard application.isObserved else { return }
    application.notify(ScreenEvent(screen: id, name: name, kind: kind()))
  }
}
