/// Why a screen can never be in a container.
enum ContainerObstacle {
  /// It is the container itself.
  case isItself
  /// The container is inside it.
  case isAround
  /// It is a window, which is in nothing.
  case isWindow
  /// Its view is of a type that the container's stage cannot show.
  case hasOtherView(AnyObject.Type, needed: AnyObject.Type)

  /// What is wrong, with both names.
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
