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
