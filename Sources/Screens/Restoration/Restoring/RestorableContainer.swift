/// A container that can be archived and restored.
@MainActor
protocol RestorableContainer: TransitionContainer {
  var nodeKind: ScreenNode.Kind { get }
  /// Whether nothing is archived that is above a screen that is not.
  var isCutAtGaps: Bool { get }
  /// What was archived, and waits for its screens to be made.
  var nodesToMake: [ScreenNode] { get }

  /// Why a screen can never be in it; nil if it can.
  func obstacle(to screen: AnyScreen) -> ContainerObstacle?

  /// Brings the screens in it back.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String)
}

extension RestorableContainer {
  var nodesToMake: [ScreenNode] { [] }
}
