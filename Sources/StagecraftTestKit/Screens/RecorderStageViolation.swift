internal import StagecraftScreens

/// A call that a container should not make to a stage.
public struct RecorderStageViolation: Hashable, Sendable {
  /// The rule that was violated.
  public enum Rule: Hashable, Sendable {
    /// The view is created before anything is shown.
    case viewFirst
    /// A visible item has a view.
    case visibleHasView
    /// A screen or view is in a scene once; positions increase and are below the count.
    case onePlaceEach
    /// The current item is one of the items and visible; there is no current item only without
    /// items.
    case currentIsVisible
    /// A view is in one container at a time.
    case oneContainerEach
    /// Only one transition runs at a time.
    case oneAtATime
    /// A transition begins with the scene that was last shown.
    case beginsWhereItIs
    /// A transition changes something.
    case changesSomething
    /// Only an interactive transition receives progress.
    case followsOne
  }

  /// The rule.
  public var rule: Rule
  /// What was wrong.
  public var description: String
}

extension RecorderStageViolation: CustomStringConvertible {}
