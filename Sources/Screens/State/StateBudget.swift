internal import StageFloor

/// How many bytes of state there may be.
///
/// State is what the user would miss, and small: a text, a place in a list, the number of a book.
/// Whatever is larger belongs into the app's own store, and its number into the state.
public struct StateBudget: Hashable, Sendable {
  /// How many bytes one screen may save.
  ///
  /// What does not fit is left out, which is told. A screen that would lose something so does not
  /// give its view back.
  public var perScreen: Int

  /// How many bytes all screens together may have in a ``ScreenArchive``.
  ///
  /// Beyond that, the state of those that are farthest from the user is left out, which is told.
  public var inAll: Int

  /// A budget.
  ///
  /// - Parameters:
  ///   - perScreen: how many bytes one screen may save.
  ///   - inAll: how many bytes all screens together may have in an archive.
  public init(perScreen: Int = 64 << 10, inAll: Int = 1 << 20) {
    require(
      perScreen >= 0 && inAll >= 0,
      "A budget is not negative: \(perScreen) bytes for a screen, \(inAll) for all.")
    self.perScreen = perScreen
    self.inAll = inAll
  }

  /// For those who know what they do.
  public static var unlimited: StateBudget { StateBudget(perScreen: .max, inAll: .max) }
}
