extension AlertQueue {
  /// An error that an ``AlertPresenter`` throws when an alert cannot be presented or is not
  /// answered.
  public struct PresentationError: Error, Hashable, Sendable {
    private enum Code: Hashable, Sendable {
      case noWindow
      case vanished
      case closed
    }

    private let code: Code

    /// There is no window on a screen in which to present the alert.
    public static let noWindow = PresentationError(code: .noWindow)

    /// The alert was removed from the screen before it was answered, together with what presented
    /// it; or it never appeared, because something else was being presented.
    public static let vanished = PresentationError(code: .vanished)

    /// The user closed the alert without choosing an action, and none is meant by that; see
    /// ``AlertContent/escapeActionIndex``.
    public static let closed = PresentationError(code: .closed)
  }
}

extension AlertQueue.PresentationError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch code {
    case .noWindow: "There is no window in which to present the alert."
    case .vanished: "The alert was removed from the screen before it was answered."
    case .closed: "The alert was closed, and none of its actions means that."
    }
  }
}
