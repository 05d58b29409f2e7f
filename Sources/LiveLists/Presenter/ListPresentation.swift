/// What a presenter did to bring its surface up to date.
public enum ListPresentation: Hashable, Sendable {
  /// Why everything was asked for anew.
  public enum ReloadReason: Hashable, Sendable {
    /// The surface was attached.
    case attached
    /// The list says that everything may be different.
    case reset
    /// There are more changes than a surface should animate.
    case tooManyChanges(Int)
    /// The surface is not on a screen.
    case noWindow
    /// The changes contradict themselves, or what is shown.
    case invalidChanges(String)
    /// The surface was called for a batch and did not switch the rows.
    case rowsNotSwitched
  }

  /// Rows came, went or moved; then some were updated.
  case batch(changes: Int, updates: Int, isAnimated: Bool)
  /// Rows have new content, and are where they were.
  case updates(Int)
  /// Everything was asked for anew.
  case reload(ReloadReason)
  /// The surface is not ready: the changes wait.
  case postponed
}
