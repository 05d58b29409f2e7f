/// A step from one version of a grouped list to another: both versions, and what happened in
/// between.
///
/// `old` is always the `new` of the step before, so a table that applies `changes` to what it shows
/// always ends at `new`.
public struct GroupedTransition<Key: Hashable & Sendable, Element: Identifiable & Sendable>:
  Sendable
where Element.ID: Sendable {
  /// The version at which the step begins.
  public let old: GroupedSnapshot<Key, Element>
  /// The version at which it ends.
  public let new: GroupedSnapshot<Key, Element>
  /// What happened in between, in numbers of sections and rows.
  public let changes: GroupedChanges
  /// Who made the edits.
  public let origins: ListOrigins

  /// A step between two versions.
  ///
  /// - Parameters:
  ///   - old: where it begins.
  ///   - new: where it ends; if it is not of the same list, the step is a reset.
  ///   - origins: who made the edits.
  public init(
    from old: GroupedSnapshot<Key, Element>, to new: GroupedSnapshot<Key, Element>,
    origins: ListOrigins = .unknown
  ) {
    self.init(from: old, to: new, budget: StepBudget.unlimited, origins: origins)
  }

  /// A step between two versions; a reset if it would cost more.
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

  /// The first step, from no rows to all rows of a version; it is a reset.
  ///
  /// - Parameter snapshot: where it ends.
  public init(initial snapshot: GroupedSnapshot<Key, Element>) {
    old = GroupedSnapshot([])
    new = snapshot
    origins = .unknown
    changes = .reset(from: [], to: snapshot.counts)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { changes.isEmpty }
}
