extension ToolkitMoveTracker {
  /// A change of place that a toolkit's widget makes by itself, before it asks the container.
  ///
  /// Report it to a ``ToolkitMoveTracker``.
  public enum Move: Hashable, Sendable {
    /// Back to the screen below the top of a stack, or to what the topmost layer of a window
    /// covers.
    case back
    /// To the page at a position, counted from 0.
    case turn(to: Int)
    /// To a tab, or to a page that has been created.
    case selection(of: ScreenID)
    /// Away from a presented screen and those above it.
    case dismissal(of: ScreenID)

    var isFollowable: Bool {
      switch self {
      case .back, .turn, .dismissal: true
      case .selection: false
      }
    }
  }
}
