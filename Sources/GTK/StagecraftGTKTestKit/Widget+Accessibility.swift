#if GTK
internal import CStageGTKTestKit
public import StagecraftGTK

extension Widget {
  /// Returns whether assistive technologies call the widget by a name.
  ///
  /// - Parameter label: The name.
  /// - Returns: False without `GTK_A11Y=test` in the environment.
  public func hasAccessibleLabel(_ label: String) -> Bool {
    withRaw { stage_test_has_label($0, label) != 0 }
  }

  /// Whether assistive technologies call the widget a tab.
  ///
  /// False without `GTK_A11Y=test` in the environment.
  public var isAccessibleTab: Bool { withRaw { stage_test_is_tab($0) != 0 } }
}
#endif
