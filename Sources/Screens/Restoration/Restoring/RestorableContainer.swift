/// A container that is archived and restored.
///
/// Only dynamic casts use it: a linker would leave out a conformance that is not in the file of its
/// type.
@MainActor
protocol RestorableContainer: StageContainer {
  var nodeKind: ScreenNode.Kind { get }
  /// Whether a screen that cannot be archived also excludes the screens above it.
  var isCutAtGaps: Bool { get }
  var nodesToMake: [ScreenNode] { get }

  /// Whether a screen at the position is found there, without a name.
  func finds(at position: Int) -> Bool

  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String)
}

extension RestorableContainer {
  var nodesToMake: [ScreenNode] { [] }

  /// What is at the bottom is not created by a catalog.
  func finds(at position: Int) -> Bool { isCutAtGaps && position == 0 }
}
