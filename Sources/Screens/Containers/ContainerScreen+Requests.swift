internal import StageFloor

extension ContainerScreen {
  /// Asks the director for a change of this container.
  ///
  /// - Parameters:
  ///   - container: this container, as what it is.
  ///   - propose: works out the change when it is the request's turn.
  /// - Returns: what may be awaited.
  final func request<Container: ContainerScreen>(
    _ container: Container,
    _ propose:
      @escaping @MainActor (Container) throws(ScreenError) -> TransitionProposal?
  ) -> TransitionRequest {
    let request = TransitionRequest(
      .change { container throws(ScreenError) in
        try propose(unsafeDowncast(container, to: Container.self))
      })
    let root = root
    let director = root.ownDirector ?? treeDirector
    director.add(request, of: self, in: root)
    return request
  }

  /// What changes with a new layout.
  final func proposal(
    _ reason: TransitionContext.Reason, _ direction: TransitionContext.Direction,
    _ after: ContainerLayout, newcomers: [AnyScreen] = [], isAnimated: Bool,
    isInteractive: Bool = false
  ) -> TransitionProposal {
    TransitionProposal(
      ContainerChange(reason, direction, in: kind, from: layout, to: after), to: after,
      newcomers: newcomers, isAnimated: isAnimated, isInteractive: isInteractive)
  }

  /// Begins a transition that follows a finger.
  final func begin(
    _ reason: TransitionContext.Reason, _ direction: TransitionContext.Direction,
    _ after: ContainerLayout
  ) -> InteractiveTransition? {
    let proposal = proposal(reason, direction, after, isAnimated: true, isInteractive: true)
    return treeDirector.beginInteractively(proposal, in: self)
  }

  /// Why a screen can never be in this container; nil if it can.
  final func obstacle(to screen: AnyScreen) -> ContainerObstacle? {
    if screen === self { return .isItself }
    // What has no screens in it can neither be around this container nor be a window.
    if screen.hasContainedScreens {
      var container = parent
      while let outer = container {
        if screen === outer { return .isAround }
        container = outer.parent
      }
      if screen is any WindowContainer { return .isWindow }
    }
    guard let type = screen.viewType, type != View.self, !(type is View.Type) else { return nil }
    return .hasOtherView(type, needed: View.self)
  }

  /// Stops the program if a screen can never be in this container.
  final func check(_ screen: AnyScreen) {
    if let obstacle = obstacle(to: screen) { misuse(obstacle.sentence(screen, self)) }
  }

  /// Stops the program if screens can never be in this container together.
  final func check(_ screens: [AnyScreen]) {
    for screen in screens { check(screen) }
    require(
      Set(screens.map(\.id)).count == screens.count,
      "A screen is to be in \(name) twice: \(screens.map(\.name).joined(separator: ", ")).")
  }
}
