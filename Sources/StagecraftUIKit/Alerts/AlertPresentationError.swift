/// Why an alert could not be shown, or got no answer.
public struct AlertPresentationError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case noWindow
    case vanished
  }

  private let code: Code

  /// There is no window on a screen yet, or none any longer, in which to show it.
  public static let noWindow = AlertPresentationError(code: .noWindow)

  /// It was taken off the screen before it was answered, together with what had shown it; or it
  /// never came onto it, since something else was being presented at that moment.
  public static let vanished = AlertPresentationError(code: .vanished)
}

extension AlertPresentationError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch code {
    case .noWindow: "There is no window in which to show the alert."
    case .vanished: "The alert was taken off the screen before it was answered."
    }
  }
}
