/// A transition from one version of a grouped list to another: both versions, and the changes
/// between them.
///
/// `old` is always the `new` of the previous transition, so a table that applies `changes` to what
/// it shows always ends at `new`.
public struct GroupedTransition<Key: Hashable & Sendable, Element: Identifiable & Sendable>:
  Sendable
where Element.ID: Sendable {
  /// The version before the changes.
  public let old: GroupedSnapshot<Key, Element>
  /// The version after the changes.
  public let new: GroupedSnapshot<Key, Element>
  /// The changes between the versions, as numbers of sections and rows.
  public let changes: GroupedChanges
  /// The origins of the edits.
  public let origins: ListOrigins

  /// Creates the transition between two versions.
  ///
  /// - Parameters:
  ///   - old: The version before the changes.
  ///   - new: The version after the changes; if it is of another list, the transition is a reset.
  ///   - origins: The origins of the edits.
  public init(
    from old: GroupedSnapshot<Key, Element>, to new: GroupedSnapshot<Key, Element>,
    origins: ListOrigins = .unknown
  ) {
    self.init(from: old, to: new, budget: StepBudget.unlimited, origins: origins)
  }

  /// Creates the transition between two versions, or a reset if the diff would exceed the budget.
  init(
    from old: GroupedSnapshot<Key, Element>, to new: GroupedSnapshot<Key, Element>, budget: Int,
    origins: ListOrigins
  ) {
    self.old = old
    self.new = new
    self.origins = origins
    changes =
      new.isIdentical(to: old)
      ? .none(counts: new.counts) : new.changes(since: old, budget: budget)
  }

  /// Creates the first transition, a reset from no rows to all rows of a version.
  ///
  /// - Parameter snapshot: The version after the changes.
  public init(initial snapshot: GroupedSnapshot<Key, Element>) {
    old = GroupedSnapshot([])
    new = snapshot
    origins = .unknown
    changes = .reset(from: [], to: snapshot.counts)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { changes.isEmpty }
}
