/// The visibility of a screen.
public enum ScreenAppearance: Hashable, Sendable, CaseIterable {
  /// Not visible. Exits: `appearing`.
  case gone

  /// About to appear. Exits: `visible`, or `disappearing` if the transition is cancelled.
  case appearing

  /// Visible, though a sheet may cover a part. Exits: `disappearing`.
  case visible

  /// About to disappear. Exits: `gone`, or `appearing` if the transition is cancelled.
  case disappearing
}

extension ScreenAppearance {
  /// A step between two appearances.
  ///
  /// For every screen, `willAppear` is followed by `didAppear`, or by `willDisappear` and
  /// `didDisappear`; `willDisappear` is followed by `didDisappear`, or by `willAppear` and
  /// `didAppear`.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// From `gone`, or from `disappearing`, to `appearing`.
    case willAppear

    /// From `appearing` to `visible`.
    case didAppear

    /// From `visible`, or from `appearing`, to `disappearing`.
    case willDisappear

    /// From `disappearing` to `gone`.
    case didDisappear
  }
}
