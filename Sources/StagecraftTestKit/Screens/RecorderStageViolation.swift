internal import StagecraftScreens

/// What no container should ask of a stage.
public struct RecorderStageViolation: Hashable, Sendable {
  /// Which rule was broken.
  public enum Rule: Hashable, Sendable {
    /// The view is made before anything is shown.
    case viewFirst
    /// What is visible has a view.
    case visibleHasView
    /// A screen, and a view, is in a scene once; positions rise, and are below the count.
    case onePlaceEach
    /// The current item is one of the items, and visible; there is none only without items.
    case currentIsVisible
    /// A view is in one container at a time.
    case oneContainerEach
    /// There is one transition at a time.
    case oneAtATime
    /// A transition begins where the last arrangement was.
    case beginsWhereItIs
    /// A transition changes something.
    case changesSomething
    /// Only a transition that follows a finger is moved by one.
    case followsOne
  }

  /// The rule.
  public var rule: Rule
  /// What was wrong.
  public var description: String
}

extension RecorderStageViolation: CustomStringConvertible {}
