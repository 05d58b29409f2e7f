/// A transition from one version of a list to another: both versions, and the changes between them.
///
/// A client receives one transition at a time. Its `old` is always the `new` of the previous one,
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
  /// The version before the changes.
  public let old: ListSnapshot<Element>
  /// The version after the changes.
  public let new: ListSnapshot<Element>
  /// The changes between the versions, as positions.
  public let changes: ListChanges
  /// The origins of the edits.
  public let origins: ListOrigins

  /// Creates a transition with known changes.
  ///
  /// - Parameters:
  ///   - old: The version before the changes.
  ///   - new: The version after the changes.
  ///   - changes: The changes; their counts are those of the two versions.
  ///   - origins: The origins of the edits.
  public init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, changes: ListChanges,
    origins: ListOrigins = .unknown
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.origins = origins
  }

  /// Creates the transition from one version of a list to another.
  ///
  /// - Parameters:
  ///   - old: The version before the changes.
  ///   - new: The version after the changes; if it is of another list, the transition is a reset.
  ///   - origins: The origins of the edits.
  public init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>,
    origins: ListOrigins = .unknown
  ) {
    self.init(from: old, to: new, budget: StepBudget.unlimited, origins: origins)
  }

  /// Creates the transition between two versions, or a reset if the diff would exceed the budget.
  init(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, budget: Int,
    origins: ListOrigins
  ) {
    self.init(
      from: old, to: new, changes: new.changes(since: old, budget: budget), origins: origins)
  }

  /// Creates the first transition, a reset from no rows to all rows of a version.
  ///
  /// - Parameter snapshot: The version after the changes.
  public init(initial snapshot: ListSnapshot<Element>) {
    self.init(
      from: ListSnapshot(EmptyCollection()), to: snapshot,
      changes: .reset(from: 0, to: snapshot.count))
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { changes.isEmpty }

  /// The removed rows, in their old order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var removed: [Element] { changes.removals.map { old[$0] } }

  /// The inserted rows, in their new order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var inserted: [Element] { changes.insertions.map { new[$0] } }

  /// The rows with new content, before and after, in their new order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var updated: [(old: Element, new: Element)] {
    changes.updates.map { (old[$0.old], new[$0.new]) }
  }
}

extension ListTransition: CustomStringConvertible {
  /// Both versions, the origins of the edits, and the changes, as in `From version 2 to version 3,
  /// by desk: 3 → 3: −[1] +[2]`.
  public var description: String {
    "From version \(old.version) to version \(new.version), by \(origins): \(changes)"
  }
}
