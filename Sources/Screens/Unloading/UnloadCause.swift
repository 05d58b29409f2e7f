/// What caused a view to be unloaded.
public enum UnloadCause: Hashable, Sendable, CaseIterable {
  /// ``AnyScreen/unloadView()`` was called.
  case byHand

  /// Memory was short.
  case memory

  /// The screen's policy is ``UnloadPolicy/eager``, and it had disappeared.
  case eager
}
