extension AnyScreen {
  /// Keeps the view from being unloaded, until the hold is dropped or released.
  ///
  /// For what a view has that no state can bring back: text that is being edited, a question that
  /// waits for its answer, a video that goes on. There may be any number of holds.
  ///
  /// ```swift
  /// private var editing: ScreenHold?
  ///
  /// func reviewDidBeginEditing() { editing = hold("text being edited") }
  /// func reviewDidEndEditing() { editing = nil }
  /// ```
  ///
  /// - Parameter reason: what to tell who asks why the view stays, as in "text being edited".
  /// - Returns: the hold. It does not keep the screen alive.
  public final func hold(_ reason: String) -> ScreenHold {
    lastHold += 1
    holds[lastHold] = reason
    return ScreenHold(self, number: lastHold, reason: reason)
  }

  /// Why the view must stay, from the oldest hold to the newest; empty if there is no hold.
  public final var holdReasons: [String] {
    holds.sorted { $0.key < $1.key }.map(\.value)
  }
}
