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

  /// Traps if a screen can never be in this container.
  final func check(_ screen: AnyScreen) {
    require(screen !== self, "\(name) cannot be added to itself.")
    // What has no screens in it can neither be around this container nor be a window.
    guard screen.hasContainedScreens else { return checkView(of: screen) }
    var container = parent
    while let outer = container {
      require(
        screen !== outer, "\(screen.name) cannot be added to \(name), which is inside it.")
      container = outer.parent
    }
    require(
      !(screen is any WindowContainer), "\(screen.name) is a window: it cannot be in \(name).")
    checkView(of: screen)
  }

  private func checkView(of screen: AnyScreen) {
    guard let type = screen.viewType, type != View.self else { return }
    require(
      type is View.Type,
      "\(screen.name) cannot be in \(name): its view is a \(type), and \(View.self) is needed.")
  }

  /// Traps if screens can never be in this container together.
  final func check(_ screens: [AnyScreen]) {
    for screen in screens { check(screen) }
    require(
      Set(screens.map(\.id)).count == screens.count,
      "A screen is to be in \(name) twice: \(screens.map(\.name).joined(separator: ", ")).")
  }
}
