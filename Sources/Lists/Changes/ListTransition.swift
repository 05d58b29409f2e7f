/// A step from one version of a list to another: both versions, and what happened in between.
///
/// Whoever shows a list gets one of these at a time. `old` is always the `new` of the step before,
/// however many edits were made in between, so a view that applies `changes` to what it shows
/// always ends at `new`:
///
/// ```swift
/// let observation = orders.observe { transition in
///   guard !transition.changes.isReset else { return table.reload(transition.new) }
///   table.apply(transition.changes, rows: transition.new)
/// }
/// ```
public struct ListTransition<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The version at which the step begins.
  public let old: ListSnapshot<Element>
  /// The version at which it ends.
  public let new: ListSnapshot<Element>
  /// What happened in between, in positions.
  public let changes: ListChanges
  /// Who made the edits.
  public let origins: ListOrigins

  /// A step between two versions.
  ///
  /// - Parameters:
  ///   - old: where it begins.
  ///   - new: where it ends.
  ///   - changes: what happened in between; its counts are those of both versions.
  ///   - origins: who made the edits.
  public init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, changes: ListChanges,
    origins: ListOrigins = .unknown
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.origins = origins
  }

  /// The step from one version of a list to another.
  ///
  /// - Parameters:
  ///   - old: where it begins.
  ///   - new: where it ends; if it is not of the same list, the step is a reset.
  ///   - origins: who made the edits.
  public init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>,
    origins: ListOrigins = .unknown
  ) {
    self.init(from: old, to: new, budget: StepBudget.unlimited, origins: origins)
  }

  /// The step from one version of a list to another; a reset if it would cost more.
  init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, budget: Int,
    origins: ListOrigins
  ) {
    self.init(
      from: old, to: new, changes: new.changes(since: old, budget: budget), origins: origins)
  }

  /// The first step, from no rows to all rows of a version; it is a reset.
  ///
  /// - Parameter snapshot: where it ends.
  public init(initial snapshot: ListSnapshot<Element>) {
    self.init(
      from: ListSnapshot(EmptyCollection()), to: snapshot,
      changes: .reset(from: 0, to: snapshot.count))
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { changes.isEmpty }

  /// The rows that are gone, in their old order; none if it is a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var removed: [Element] { changes.removals.map { old[$0] } }

  /// The rows that have come, in their new order; none if it is a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var inserted: [Element] { changes.insertions.map { new[$0] } }

  /// The rows that have new content, before and after, in their new order; none if it is a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var updated: [(old: Element, new: Element)] {
    changes.updates.map { (old[$0.old], new[$0.new]) }
  }
}
