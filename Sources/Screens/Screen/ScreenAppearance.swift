/// How much of a screen the user sees.
public enum ScreenAppearance: Hashable, Sendable, CaseIterable {
  /// Nothing. Exits: `appearing`.
  case gone

  /// It is on its way in. Exits: `visible`, or `disappearing` if the transition is cancelled.
  case appearing

  /// All of it, but for what a sheet covers. Exits: `disappearing`.
  case visible

  /// It is on its way out. Exits: `gone`, or `appearing` if the transition is cancelled.
  case disappearing
}

/// A step between two appearances.
///
/// Whoever sees a screen's steps sees: `willAppear`, then `didAppear`, or `willDisappear` and
/// `didDisappear`; and `willDisappear`, then `didDisappear`, or `willAppear` and `didAppear`.
public enum AppearanceStep: Hashable, Sendable, CaseIterable {
  /// From `gone`, or from `disappearing`, to `appearing`.
  case willAppear

  /// From `appearing` to `visible`.
  case didAppear

  /// From `visible`, or from `appearing`, to `disappearing`.
  case willDisappear

  /// From `disappearing` to `gone`.
  case didDisappear
}
