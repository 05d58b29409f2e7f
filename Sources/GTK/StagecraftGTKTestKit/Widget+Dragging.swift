#if GTK
internal import CStageGTKTestKit
public import StagecraftGTK

extension Widget {
  /// Does what a drag from this widget to another one does, without the pointer.
  ///
  /// - Parameters:
  ///   - target: The widget on which it ends.
  ///   - x: The distance from its left edge.
  ///   - y: The distance from its upper edge.
  /// - Returns: Whether the target has accepted what was dragged; false if there is nothing to drag,
  ///   or it is of another kind.
  @discardableResult
  public func drag(to target: Widget, x: Double = 0, y: Double = 0) -> Bool {
    withRaw { source in target.withRaw { stage_test_drag(source, $0, x, y) != 0 } }
  }
}
#endif
