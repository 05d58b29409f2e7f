/// When the view of a screen may go while nobody sees it.
///
/// A view that is seen, moved, or held never goes, and none whose state could not be saved; see
/// ``UnloadRefusal``.
public enum UnloadPolicy: Hashable, Sendable, CaseIterable {
  /// When memory is short, the farthest screens first.
  case automatic

  /// As soon as it has disappeared, and the transition is over.
  ///
  /// Views of screens in it go with it.
  case eager

  /// Only by hand: ``AnyScreen/unloadView()``.
  ///
  /// Its heavy resources go when memory is short all the same.
  case never
}
