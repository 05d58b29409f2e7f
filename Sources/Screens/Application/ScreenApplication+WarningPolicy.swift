extension ScreenApplication {
  /// What is unloaded after a memory warning, once all screens have been notified.
  public enum WarningPolicy: Hashable, Sendable, CaseIterable {
    /// Heavy resources of hidden screens first, then hidden views, except those that the user is
    /// likely to see next, or saw within the ``ScreenApplication/recentPeriod``.
    case automatic

    /// Heavy resources of hidden screens, and no views, as in iOS since version 6, which keeps the
    /// views and discards their bitmaps.
    case heavyOnly

    /// Heavy resources and views of all hidden screens, as in iOS before version 6.
    ///
    /// Screens that are held, or whose ``AnyScreen/unloadPolicy`` is
    /// ``AnyScreen/UnloadPolicy/never``, keep their views.
    case classic
  }
}
