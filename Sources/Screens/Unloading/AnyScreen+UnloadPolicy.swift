extension AnyScreen {
  /// When the view of a hidden screen may be unloaded.
  ///
  /// With any policy, a view stays while it is visible, in a transition, or held, and if its state
  /// cannot be saved; see ``AnyScreen/UnloadRefusal``.
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
}

extension AnyScreen {
  /// What caused a view to be unloaded.
  public enum UnloadCause: Hashable, Sendable, CaseIterable {
    /// ``AnyScreen/unloadView()`` was called.
    case byHand

    /// Memory was short.
    case memory

    /// The screen's policy is ``AnyScreen/UnloadPolicy/eager``, and it had disappeared.
    case eager
  }
}
