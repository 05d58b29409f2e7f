/// When the view of a hidden screen may be unloaded.
///
/// With any policy, a view stays while it is visible, in a transition, or held, and if its state
/// cannot be saved; see ``UnloadRefusal``.
public enum UnloadPolicy: Hashable, Sendable, CaseIterable {
  /// When memory is short, the most distant screens first.
  case automatic

  /// As soon as the screen has disappeared and the transition has ended.
  ///
  /// The views of screens in it are unloaded too.
  case eager

  /// Only by an explicit call of ``AnyScreen/unloadView()``.
  ///
  /// Its heavy resources are still dropped when memory is short.
  case never
}
