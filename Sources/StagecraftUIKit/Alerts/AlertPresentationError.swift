/// An error thrown when an alert cannot be presented or is not answered.
public struct AlertPresentationError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case noWindow
    case vanished
  }

  private let code: Code

  /// There is no window on a screen in which to present the alert.
  public static let noWindow = AlertPresentationError(code: .noWindow)

  /// The alert was removed from the screen before it was answered, together with the controller
  /// that presented it; or it never appeared, because something else was being presented.
  public static let vanished = AlertPresentationError(code: .vanished)
}

extension AlertPresentationError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch code {
    case .noWindow: "There is no window in which to present the alert."
    case .vanished: "The alert was removed from the screen before it was answered."
    }
  }
}
