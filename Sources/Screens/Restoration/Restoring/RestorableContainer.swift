/// A container that can be archived and restored.
@MainActor
protocol RestorableContainer: TransitionContainer {
  var nodeKind: ScreenNode.Kind { get }
  /// Whether a screen that cannot be archived also excludes the screens above it.
  var isCutAtGaps: Bool { get }
  /// The archived nodes whose screens have not been created yet.
  var nodesToMake: [ScreenNode] { get }

  /// The reason why a screen can never be added; nil if it can.
  func obstacle(to screen: AnyScreen) -> ContainerObstacle?

  /// Restores the screens in the container.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String)
}

extension RestorableContainer {
  var nodesToMake: [ScreenNode] { [] }
}
