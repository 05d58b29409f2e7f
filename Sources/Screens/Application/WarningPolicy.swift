/// What is unloaded after a memory warning, once all screens have heard of it.
public enum WarningPolicy: Hashable, Sendable, CaseIterable {
  /// Heavy resources of hidden screens first, then hidden views, as far as needed.
  case automatic

  /// Heavy resources of hidden screens, and no view: as iOS does since its version 6, which keeps
  /// the views and throws away their bitmaps.
  case heavyOnly

  /// Heavy resources and views of all hidden screens, as iOS did before its version 6.
  ///
  /// Screens that are held, or whose ``AnyScreen/unloadPolicy`` is ``UnloadPolicy/never``, keep
  /// theirs.
  case classic
}
