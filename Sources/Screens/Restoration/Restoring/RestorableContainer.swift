/// A container that can be archived and restored.
@MainActor
protocol RestorableContainer: StageContainer {
  var nodeKind: ScreenNode.Kind { get }
  /// Whether a screen that cannot be archived also excludes the screens above it.
  var isCutAtGaps: Bool { get }
  /// The archived nodes whose screens have not been created yet.
  var nodesToMake: [ScreenNode] { get }

  /// Restores the screens in the container.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String)
}

extension RestorableContainer {
  var nodesToMake: [ScreenNode] { [] }
}
