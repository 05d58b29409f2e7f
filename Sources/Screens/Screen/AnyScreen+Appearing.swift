extension AnyScreen {
  /// The visibility of the screen.
  public final var appearance: ScreenAppearance { lifecycle.appearance }

  final func deliver(_ step: ScreenAppearance.Step, _ context: TransitionContext) {
    trees.deliver(step, to: self, context)
  }

  final func notify(_ step: ScreenAppearance.Step, _ context: TransitionContext) {
    switch step {
    case .willAppear:
      storedRecord?.goneSince = nil
      note(.willAppear(context))
      viewWillAppear(context)
    case .didAppear:
      note(.didAppear(context))
      viewDidAppear(context)
      hasAppeared()
    case .willDisappear:
      note(.willDisappear(context))
      viewWillDisappear(context)
    case .didDisappear:
      record.goneSince = application.now
      note(.didDisappear(context))
      viewDidDisappear(context)
      hasDisappeared()
    }
  }

  final func notifyIsAppearing(_ context: TransitionContext) {
    note(.isAppearing(context))
    viewIsAppearing(context)
  }

  /// An assertion failure, and without assertions an event.
  final func reportRefused(_ step: ScreenAppearance.Step) {
    note(.refusedStep(step, at: appearance))
    assertionFailure(
      "\(name) cannot take the step \(step): it is \(appearance), its view \(lifecycle.view).")
  }

  /// Without an observer, no event is created.
  final func note(_ kind: @autoclosure () -> ScreenEvent.Kind) {
    // Most apps have no observer at all.
    guard ScreenObserverList.totalCount > 0, application.isObserved else { return }
    application.notify(ScreenEvent(screen: id, name: name, kind: kind()))
  }
}
