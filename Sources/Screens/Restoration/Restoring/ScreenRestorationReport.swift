/// The result of restoring an archive.
public struct ScreenRestorationReport: Hashable, Sendable {
  /// The number of screens that are restored, or will be when their view or their page is created.
  public internal(set) var restoredCount = 0
  /// The archived screens that could not be restored.
  public internal(set) var losses: [ScreenRestorationReport.Loss] = []

  /// Whether all screens are restored.
  public var isComplete: Bool { losses.isEmpty }
}

extension ScreenRestorationReport: CustomStringConvertible {
  /// A sentence, and one more for each of the first ten losses.
  public var description: String {
    guard !losses.isEmpty else { return "\(Self.screens(restoredCount)) restored, none lost." }
    let lost = losses.reduce(0) { $0 + $1.screenCount }
    var sentences = ["\(Self.screens(restoredCount)) restored, \(lost) lost."]
    sentences += losses.prefix(10).map { "\($0)." }
    if losses.count > 10 { sentences.append("\(losses.count - 10) more losses.") }
    return sentences.joined(separator: " ")
  }

  private static func screens(_ count: Int) -> String {
    count == 1 ? "1 screen" : "\(count) screens"
  }
}

extension ScreenRestorationReport {
  /// An archived screen that is not restored.
  public struct Loss: Hashable, Sendable {
    /// The reason why a screen is not restored.
    public enum Reason: Hashable, Sendable {
      /// No such screen exists, and its name is not registered in the ``ScreenCatalog``.
      case unknownName
      /// The name is registered in the catalog, and the closure returned nil.
      case notMade
      /// The screen is another kind of container now, or none.
      case isOtherContainer
      /// There are fewer pages now, or the page there is another.
      case noSuchPage
      /// A ``Navigation`` mentions any screen at this position, and there is none.
      case noSuchPosition
      /// The screen below, through which it was reached, is not restored, or was dismissed by the
      /// app during the restoration.
      case wasOnLostScreen
      /// The container refused the screen, or would have: the catalog returned a screen that is
      /// already in a container, for instance because it was returned before.
      case refused(ScreenError)
      /// The screen from the catalog can never be there: it is a window, or its view has another
      /// type. The text says which.
      case doesNotFit(String)
    }

    /// The path of the screen: the names and positions on the way to it, such as
    /// "window/tabs[0]/book[1]".
    ///
    /// A container without a name is called by its kind.
    public var path: String
    /// The number of lost screens, including those that were in it.
    public var screenCount: Int
    /// The reason of the loss.
    public var reason: Reason
  }
}

extension ScreenRestorationReport.Loss: CustomStringConvertible {
  /// A sentence that describes the loss.
  public var description: String {
    let why: Substring =
      switch reason {
      case .unknownName: "its name is not registered in the catalog"
      case .notMade: "the catalog returned nil"
      case .isOtherContainer: "the container is of another kind now"
      case .noSuchPage: "the page does not exist any more"
      case .noSuchPosition: "no screen is at this position"
      case .wasOnLostScreen: "the screen below it was lost or dismissed"
      case .refused(let error): error.description.dropLast()
      case .doesNotFit(let why): why.dropLast()
      }
    return screenCount == 1
      ? "\(path) was lost: \(why)"
      : "\(path) was lost, with \(screenCount - 1) in or above it: \(why)"
  }
}
