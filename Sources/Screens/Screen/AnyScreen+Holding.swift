extension AnyScreen {
  /// Keeps the view from being unloaded until the hold is dropped or released.
  ///
  /// Use it for what cannot be restored from state: text that is being edited, a question that
  /// waits for its answer, a playing video. Any number of holds may exist.
  ///
  /// ```swift
  /// private var editing: ScreenHold?
  ///
  /// func reviewDidBeginEditing() { editing = hold("text being edited") }
  /// func reviewDidEndEditing() { editing = nil }
  /// ```
  ///
  /// - Parameter reason: The reason reported when the view cannot be unloaded, as in "text being
  ///   edited".
  /// - Returns: The hold. It does not retain the screen.
  public final func hold(_ reason: String) -> ScreenHold {
    lastHold += 1
    holds[lastHold] = reason
    return ScreenHold(self, number: lastHold, reason: reason)
  }

  /// The reasons why the view must stay, from the oldest hold to the newest; empty if there is
  /// none.
  public final var holdReasons: [String] {
    holds.sorted { $0.key < $1.key }.map(\.value)
  }
}
