/// How long a heavy resource is kept once it exists.
///
/// With any policy, it is dropped with the view of its screen.
public enum HeavyResourcePolicy: Hashable, Sendable, CaseIterable {
  /// Until memory is short and the screen is hidden.
  case automatic

  /// While the screen is visible.
  ///
  /// As soon as the screen has disappeared and received ``AnyScreen/viewDidDisappear(_:)``, the
  /// resource takes a snapshot and is dropped; when the screen is next about to appear, it is
  /// created from the snapshot. In the transition between two screens, the resources of both exist
  /// for a moment. Under a screen that stays visible, such as below a sheet, it is kept.
  ///
  /// A held screen keeps the resource: it is dropped the next time the screen disappears without
  /// being held, or when memory is short. The same applies to a resource that was created by
  /// ``HeavyResource/makeIfNeeded()`` while the screen was hidden.
  case whileSeen
}
