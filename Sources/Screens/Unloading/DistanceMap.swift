/// Computes the distance of screens from what is visible; each container is examined once.
@MainActor
struct DistanceMap {
  /// The position of a screen.
  struct Position {
    /// The number of steps the user needs to see the screen.
    var distance = 0
    /// The number of containers that the screen is in.
    var depth = 0
    /// Whether the user is likely to see the screen next.
    var isNeighbour = false

    var candidate: UnloadPlan.Candidate {
      UnloadPlan.Candidate(distance: distance, depth: depth, isNeighbour: isNeighbour)
    }
  }

  /// The distance of a tree without visible screens: greater than within a partly visible one.
  static let elsewhere = 1_000

  /// The positions of the containers examined so far.
  private var known: [ScreenID: Position] = [:]

  /// Returns the position of a screen.
  mutating func position(of screen: AnyScreen) -> Position {
    guard let parent = screen.parent else {
      return Position(distance: screen.appearance == .gone ? Self.elsewhere : 0)
    }
    let above = position(ofContainer: parent)
    return Position(
      distance: above.distance + parent.distance(to: screen), depth: above.depth + 1,
      isNeighbour: parent.appearance == .gone
        ? above.isNeighbour && parent.visibleChildren.contains { $0 === screen }
        : parent.isNeighbour(screen))
  }

  private mutating func position(ofContainer screen: AnyScreen) -> Position {
    if let position = known[screen.id] { return position }
    let position = position(of: screen)
    known[screen.id] = position
    return position
  }
}
