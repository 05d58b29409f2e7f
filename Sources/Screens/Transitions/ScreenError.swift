/// Why a container does not do what it was asked for.
///
/// A request waits for its turn, and by then the world may have moved on. So what is impossible is
/// said, and not trapped, unless it could never have been possible.
public struct ScreenError: Error, Hashable, Sendable {
  enum Code: Hashable, Sendable {
    case isLast
    case isUnknown
    case isTaken
    case isAncestor
    case isEmpty
    case nothingPresented
    case noSuchPosition
    case containerIsGone
    case isInWrongState
    case isHosted
  }

  let code: Code

  /// The last screen of a stack cannot be popped.
  public static let isLast = ScreenError(code: .isLast)
  /// The screen is not in the container.
  public static let isUnknown = ScreenError(code: .isUnknown)
  /// The screen is in a container already, or is shown elsewhere: a toolkit hosts it, perhaps.
  public static let isTaken = ScreenError(code: .isTaken)
  /// The container is inside the screen that is to be added to it.
  public static let isAncestor = ScreenError(code: .isAncestor)
  /// A stack cannot be without screens.
  public static let isEmpty = ScreenError(code: .isEmpty)
  /// The screen has presented nothing, and is itself not presented.
  public static let nothingPresented = ScreenError(code: .nothingPresented)
  /// There are fewer tabs or pages.
  public static let noSuchPosition = ScreenError(code: .noSuchPosition)
  /// The container ended before it was its turn, or has left the window.
  public static let containerIsGone = ScreenError(code: .containerIsGone)
  /// The screen that is to present is in no ``ScreenWindow``: a toolkit hosts it, and presents by its
  /// own means.
  public static let isHosted = ScreenError(code: .isHosted)
  /// A window is open already, or closed.
  public static let isInWrongState = ScreenError(code: .isInWrongState)
}

extension ScreenError: CustomStringConvertible {
  /// A sentence.
  public var description: String {
    switch code {
    case .isLast: "The last screen of a stack cannot be popped."
    case .isUnknown: "The screen is not in the container."
    case .isTaken: "The screen is in a container already, or shown elsewhere."
    case .isAncestor: "The container is inside the screen that was to be added to it."
    case .isEmpty: "A stack cannot be without screens."
    case .nothingPresented: "The screen has presented nothing, and is itself not presented."
    case .noSuchPosition: "There are fewer tabs or pages."
    case .containerIsGone: "The container ended before its turn, or has left the window."
    case .isHosted:
      "The screen is hosted by a toolkit, and in no ScreenWindow that could present: present by the "
        + "toolkit's own means, on UIKit from the screen's controller."
    case .isInWrongState: "The window is open already, or closed."
    }
  }
}
