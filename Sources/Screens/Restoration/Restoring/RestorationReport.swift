/// What became of an archive.
public struct RestorationReport: Hashable, Sendable {
  /// How many screens are as they were, or will be when their view or their page is made.
  public internal(set) var restoredCount = 0
  /// What was in the archive and could not be brought back.
  public internal(set) var losses: [RestorationLoss] = []

  /// Whether all screens are back.
  public var isComplete: Bool { losses.isEmpty }
}

extension RestorationReport: CustomStringConvertible {
  /// A sentence, and one more for each of the first ten losses.
  public var description: String {
    guard !losses.isEmpty else { return "\(Self.screens(restoredCount)) restored, none lost." }
    let lost = losses.reduce(0) { $0 + $1.screenCount }
    var sentences = ["\(Self.screens(restoredCount)) restored, \(lost) lost."]
    sentences += losses.prefix(10).map { "\($0)." }
    if losses.count > 10 { sentences.append("And \(losses.count - 10) more losses.") }
    return sentences.joined(separator: " ")
  }

  private static func screens(_ count: Int) -> String {
    count == 1 ? "1 screen" : "\(count) screens"
  }
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
    /// The screen under it, through which it was reached, is not back, or was dismissed by the app
    /// during the restoration.
    case wasOnLostScreen
    /// The container did not take it, or would not have: the catalog returned a screen that is in
    /// a container already, for instance because it was returned before.
    case refused(ScreenError)
    /// What the catalog made can never be there: it is a window, or its view is of another type.
    /// The text says which.
    case doesNotFit(String)
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
    let why: Substring =
      switch reason {
      case .unknownName: "the catalog does not know it"
      case .notMade: "the catalog returned none"
      case .isOtherContainer: "there is another container now"
      case .noSuchPage: "there is no such page now"
      case .wasOnLostScreen: "the screen under it is lost, or was dismissed"
      case .refused(let error): error.description.dropLast()
      case .doesNotFit(let why): why.dropLast()
      }
    return screenCount == 1
      ? "\(path) is lost: \(why)"
      : "\(path) is lost, with \(screenCount - 1) on or in it: \(why)"
  }
}
