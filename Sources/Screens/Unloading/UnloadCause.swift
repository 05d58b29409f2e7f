/// What made a view go.
public enum UnloadCause: Hashable, Sendable, CaseIterable {
  /// Somebody called ``AnyScreen/unloadView()``.
  case byHand

  /// Memory is short.
  case memory

  /// Its policy is ``UnloadPolicy/eager``, and it had disappeared.
  case eager
}
