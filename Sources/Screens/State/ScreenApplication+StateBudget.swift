internal import StageFloor

extension ScreenApplication {
  /// Limits for the size of saved state.
  ///
  /// State is small and is what the user would miss: a text, a position in a list, the number of a
  /// book. Store larger data in the app's own store, and its identifier in the state.
  public struct StateBudget: Hashable, Sendable {
    /// The maximum number of bytes that one screen may save.
    ///
    /// Values that do not fit are omitted and reported. A screen whose values would be omitted
    /// keeps its view.
    public var perScreen: Int

    /// The maximum number of bytes of all screens together in a ``ScreenArchive``.
    ///
    /// Beyond that, the state of the screens most distant from the user is omitted and reported.
    public var inAll: Int

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - perScreen: The maximum number of bytes that one screen may save.
    ///   - inAll: The maximum number of bytes of all screens together in an archive.
    public init(perScreen: Int = 64 << 10, inAll: Int = 1 << 20) {
      require(
        perScreen >= 0 && inAll >= 0,
        "A budget must not be negative: \(perScreen) bytes per screen, \(inAll) in all.")
      self.perScreen = perScreen
      self.inAll = inAll
    }

    /// A budget without limits.
    public static var unlimited: ScreenApplication.StateBudget {
      ScreenApplication.StateBudget(perScreen: .max, inAll: .max)
    }
  }
}
