/// What a presenter did to update its surface.
public enum ListPresentation: Hashable, Sendable {
  /// The reason for a reload.
  public enum ReloadReason: Hashable, Sendable {
    /// The surface was attached.
    case attached
    /// The list reported a reset.
    case reset
    /// There are more changes than a surface should animate.
    case tooManyChanges(Int)
    /// The surface is not on a screen.
    case noWindow
    /// The changes are contradictory, or do not match what is shown.
    case invalidChanges(String)
    /// The surface did not switch the rows in its batch.
    case rowsNotSwitched
  }

  /// Rows were removed, inserted or moved; then some were updated.
  case batch(changes: Int, updates: Int, isAnimated: Bool)
  /// Rows have new content, and have not moved.
  case updates(Int)
  /// All rows were reloaded.
  case reload(ReloadReason)
  /// The surface is not ready; the changes are deferred.
  case postponed
}

extension ListPresentation: CustomStringConvertible {
  /// The presentation in a short phrase.
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
  /// The reason in a short phrase.
  public var description: String {
    switch self {
    case .attached: "the surface was attached"
    case .reset: "the list reported a reset"
    case .tooManyChanges(let count): "\(counted(count, "change")) are too many to animate"
    case .noWindow: "the surface is not on a screen"
    case .invalidChanges(let contradiction): "the changes are invalid: \(contradiction)"
    case .rowsNotSwitched: "the surface did not switch the rows in its batch"
    }
  }
}
