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

extension ListPresentation: CustomStringConvertible {
  /// What the surface did, in a sentence.
  public var description: String {
    switch self {
    case .batch(let changes, let updates, let isAnimated):
      "\(counted(changes, "change")) and \(counted(updates, "update")), "
        + (isAnimated ? "animated" : "not animated")
    case .updates(let count): "\(counted(count, "update")) in place"
    case .reload(let reason): "a reload: \(reason)"
    case .postponed: "nothing yet: the surface is not ready"
    }
  }
}

extension ListPresentation.ReloadReason: CustomStringConvertible {
  /// Why everything was asked for anew, in a sentence.
  public var description: String {
    switch self {
    case .attached: "the surface was attached"
    case .reset: "the list says that everything may be different"
    case .tooManyChanges(let count): "\(counted(count, "change")) are more than it should animate"
    case .noWindow: "the surface is not on a screen"
    case .invalidChanges(let contradiction): "the changes are impossible: \(contradiction)"
    case .rowsNotSwitched: "the surface did not switch the rows in its batch"
    }
  }
}
