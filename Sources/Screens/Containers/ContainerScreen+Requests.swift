internal import StageFloor

extension ContainerScreen {
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

  final func check(_ screen: AnyScreen) {
    if let obstacle = obstacle(to: screen) { misuse(obstacle.sentence(screen, self)) }
  }

  final func check(_ screens: [AnyScreen]) {
    for screen in screens { check(screen) }
    require(
      Set(screens.map(\.id)).count == screens.count,
      "A screen cannot be in \(name) twice: \(screens.map(\.name).joined(separator: ", ")).")
  }
}

enum ContainerObstacle {
  case isItself
  case isAround
  case isWindow
  /// The container's stage cannot show the type of the screen's view.
  case hasOtherView(AnyObject.Type, needed: AnyObject.Type)

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
