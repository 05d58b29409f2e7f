/// Each container is examined once.
@MainActor
struct DistanceMap {
  struct Position {
    var distance = 0
    var depth = 0
    var isNeighbour = false

    var candidate: UnloadPlan.Candidate {
      UnloadPlan.Candidate(distance: distance, depth: depth, isNeighbour: isNeighbour)
    }
  }

  private struct Container {
    let position: Position
    /// Of a hidden container whose screens may be neighbours.
    let visible: Set<ScreenID>
  }

  /// The distance of a tree without visible screens: greater than within a partly visible one.
  static let elsewhere = 1_000

  private var known: [ScreenID: Container] = [:]

  mutating func position(of screen: AnyScreen) -> Position {
    guard let parent = screen.parent else {
      return Position(distance: screen.appearance == .gone ? Self.elsewhere : 0)
    }
    let container = container(parent)
    let isNeighbour =
      parent.appearance == .gone
      ? container.visible.contains(screen.id) : parent.isNeighbour(screen)
    return Position(
      distance: container.position.distance + parent.distance(to: screen),
      depth: container.position.depth + 1, isNeighbour: isNeighbour)
  }

  private mutating func container(_ screen: AnyScreen) -> Container {
    if let container = known[screen.id] { return container }
    let position = position(of: screen)
    let isHiddenNeighbour = position.isNeighbour && screen.appearance == .gone
    let container = Container(
      position: position,
      visible: isHiddenNeighbour ? Set(screen.visibleChildren.map(\.id)) : [])
    known[screen.id] = container
    return container
  }
}
