/// How far screens are from what the user sees; each container is looked at once.
@MainActor
struct ScreenAtlas {
  /// Where a screen is.
  struct Spot {
    /// How many moves of the user's it takes to see it.
    var distance = 0
    /// How many containers it is in.
    var depth = 0
    /// Whether the user is likely to see it next.
    var isNeighbour = false

    var candidate: UnloadPlan.Candidate {
      UnloadPlan.Candidate(distance: distance, depth: depth, isNeighbour: isNeighbour)
    }
  }

  /// Where a tree is of which nothing is seen: farther than what is in one of which something is.
  static let elsewhere = 1_000

  /// Where the containers are that have been looked at.
  private var known: [ScreenID: Spot] = [:]

  /// Where a screen is.
  mutating func spot(of screen: AnyScreen) -> Spot {
    guard let parent = screen.parent else {
      return Spot(distance: screen.appearance == .gone ? Self.elsewhere : 0)
    }
    let above = spot(ofContainer: parent)
    return Spot(
      distance: above.distance + parent.distance(to: screen), depth: above.depth + 1,
      isNeighbour: parent.appearance == .gone
        ? above.isNeighbour && parent.visibleChildren.contains { $0 === screen }
        : parent.isNeighbour(screen))
  }

  private mutating func spot(ofContainer screen: AnyScreen) -> Spot {
    if let spot = known[screen.id] { return spot }
    let spot = spot(of: screen)
    known[screen.id] = spot
    return spot
  }
}
