/// What became of an archive.
public struct RestorationReport: Hashable, Sendable {
  /// How many screens are as they were, or will be when their view or their page is made.
  public internal(set) var restoredCount = 0
  /// What was in the archive and could not be brought back.
  public internal(set) var losses: [RestorationLoss] = []

  /// Whether all screens are back.
  public var isComplete: Bool { losses.isEmpty }
}

/// A screen that was archived, and is not brought back.
public struct RestorationLoss: Hashable, Sendable {
  /// Why it is not.
  public enum Reason: Hashable, Sendable {
    /// No such screen is there, and the ``ScreenCatalog`` does not know the name.
    case unknownName
    /// The catalog knows the name, and made no screen.
    case notMade
    /// Another container is there now, or none.
    case isOtherContainer
    /// There are fewer pages now, or the page there is another.
    case noSuchPage
    /// The screen under it, through which it was reached, is not back.
    case wasOnLostScreen
    /// The container did not take it.
    case refused(ScreenError)
  }

  /// Where the screen was: the names and places on the way to it, such as "window/tabs[0]/book[1]".
  ///
  /// A container without a name is called by its kind.
  public var path: String
  /// How many screens are lost, with those that were in it.
  public var screenCount: Int
  /// Why.
  public var reason: Reason
}

extension RestorationLoss: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    let why =
      switch reason {
      case .unknownName: "the catalog does not know it"
      case .notMade: "the catalog made none"
      case .isOtherContainer: "there is another container now"
      case .noSuchPage: "there is no such page now"
      case .wasOnLostScreen: "what was under it is lost"
      case .refused(let error): "\(error)"
      }
    return "\(path), \(screenCount) in all, is not back: \(why)"
  }
}
