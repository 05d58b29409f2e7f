internal import StageFloor

extension ContainerScreen {
  /// Submits a request to this container.
  ///
  /// - Parameters:
  ///   - action: What is requested.
  ///   - request: The request, with the screens that the action mentions.
  ///   - isAnimated: Whether to animate the transition.
  ///   - isAsking: Whether the screens that would leave are asked.
  /// - Returns: The request, which can be awaited.
  final func request(
    _ action: TreeAction, _ request: TransitionRequest = TransitionRequest(),
    animated isAnimated: Bool = false, asking isAsking: Bool = false
  ) -> TransitionRequest {
    trees.submit(action, of: self, animated: isAnimated, asking: isAsking, request)
    return request
  }

  /// Why a screen can never be added to this container; nil if it can.
  final func obstacle(to screen: AnyScreen) -> ContainerObstacle? {
    if screen === self { return .isItself }
    // A screen without children is neither an ancestor of this container nor a window.
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

  /// Traps if a screen can never be added to this container.
  final func check(_ screen: AnyScreen) {
    if let obstacle = obstacle(to: screen) { misuse(obstacle.sentence(screen, self)) }
  }

  /// Traps if screens can never be in this container together.
  final func check(_ screens: [AnyScreen]) {
    for screen in screens { check(screen) }
    require(
      Set(screens.map(\.id)).count == screens.count,
      "A screen cannot be in \(name) twice: \(screens.map(\.name).joined(separator: ", ")).")
  }
}

/// A reason why a screen can never be added to a container.
enum ContainerObstacle {
  /// The screen is the container itself.
  case isItself
  /// The container is inside the screen.
  case isAround
  /// The screen is a window, which has no parent.
  case isWindow
  /// The container's stage cannot show the type of the screen's view.
  case hasOtherView(AnyObject.Type, needed: AnyObject.Type)

  /// The message of the trap, with both names.
  @MainActor
  func sentence(_ screen: AnyScreen, _ container: AnyScreen) -> String {
    switch self {
    case .isItself: "\(container.name) cannot be added to itself."
    case .isAround: "\(screen.name) cannot be added to \(container.name), which is inside it."
    case .isWindow: "\(screen.name) is a window: it cannot be in \(container.name)."
    case .hasOtherView(let type, let needed):
      "\(screen.name) cannot be in \(container.name): its view is a \(type), and \(needed) is needed."
    }
  }
}
