/// An error that explains why a container refuses a request.
///
/// A request may wait, and become impossible in the meantime. This is reported by an error and does
/// not trap, unless the request could never have been valid.
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
    case isUnseen
    case isBusy
    case isRefused
  }

  let code: Code

  /// The last screen of a stack cannot be popped.
  public static let isLast = ScreenError(code: .isLast)
  /// The screen is not in the container.
  public static let isUnknown = ScreenError(code: .isUnknown)
  /// The screen is already in a container, or shown elsewhere, for example by a toolkit that hosts
  /// it.
  public static let isTaken = ScreenError(code: .isTaken)
  /// The container is inside the screen that was to be added to it.
  public static let isAncestor = ScreenError(code: .isAncestor)
  /// A stack cannot be empty.
  public static let isEmpty = ScreenError(code: .isEmpty)
  /// The screen has presented nothing, and is itself not presented.
  public static let nothingPresented = ScreenError(code: .nothingPresented)
  /// There is no tab or page at this position, or none can be inserted there.
  public static let noSuchPosition = ScreenError(code: .noSuchPosition)
  /// The container was destroyed before the request was executed, or has left the window.
  public static let containerIsGone = ScreenError(code: .containerIsGone)
  /// The screen that was to present another is in no ``ScreenWindow``, but hosted by a toolkit:
  /// present with the toolkit's own API.
  public static let isHosted = ScreenError(code: .isHosted)
  /// A gesture was to begin in a container that is not visible.
  public static let isUnseen = ScreenError(code: .isUnseen)
  /// A gesture was to begin while requests are being executed, or wait.
  public static let isBusy = ScreenError(code: .isBusy)
  /// A screen that would leave was asked, and refused.
  public static let isRefused = ScreenError(code: .isRefused)
  /// An open window was to be opened, or a closed one to be closed.
  public static let isInWrongState = ScreenError(code: .isInWrongState)
}

extension ScreenError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch code {
    case .isLast: "The last screen of a stack cannot be popped."
    case .isUnknown: "The screen is not in the container."
    case .isTaken: "The screen is already in a container, or shown elsewhere."
    case .isAncestor: "The container is inside the screen that was to be added to it."
    case .isEmpty: "A stack cannot be empty."
    case .nothingPresented: "The screen has presented nothing, and is itself not presented."
    case .noSuchPosition:
      "There is no tab or page at this position, or none can be inserted there: compare the "
        + "position with the number of tabs or pages."
    case .containerIsGone:
      "The container was destroyed before the request was executed, or has left the window."
    case .isHosted:
      "The screen is hosted by a toolkit, and in no ScreenWindow that could present: present with "
        + "the toolkit's own API, on UIKit from the screen's controller."
    case .isUnseen: "The container is not visible: a gesture can begin only in one that is."
    case .isBusy:
      "Another transition is in progress, or requests wait: a gesture begins only when none does."
    case .isRefused: "A screen that would leave was asked, and refused."
    case .isInWrongState:
      "The window is already in the requested state: only a closed window can be opened, and "
        + "only an open one closed."
    }
  }
}
