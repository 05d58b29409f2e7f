#if GTK
internal import CStageGTKTestKit
public import StagecraftGTK

extension Widget {
  /// Does what a click with the secondary button of the mouse does, without the pointer.
  ///
  /// - Parameters:
  ///   - x: The distance from the left edge.
  ///   - y: The distance from the upper edge.
  /// - Returns: Whether the widget has a context menu, or listens to such clicks in another way.
  @discardableResult
  public func clickSecondary(x: Double = 0, y: Double = 0) -> Bool {
    withRaw { stage_test_click_secondary($0, x, y) != 0 }
  }

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
