/// A transition from one version of a list to another: both versions, and the changes between them.
///
/// Its type is named after the list, as in `LiveList<Order>.Transition`; the changes are
/// ``ListChanges``, and ``GroupedChanges`` for a list with sections.
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
public struct ListTransition<Snapshot: PresentableRows>: Sendable {
  /// The version before the changes.
  public let old: Snapshot
  /// The version after the changes.
  public let new: Snapshot
  /// The changes between the versions.
  public let changes: Snapshot.Changes
  /// The origins of the edits.
  public let origins: ListOrigins
  /// Whether nothing has changed.
  public let isEmpty: Bool

  /// Creates a transition with known changes.
  ///
  /// - Parameters:
  ///   - old: The version before the changes.
  ///   - new: The version after the changes.
  ///   - changes: The changes; their counts are those of the two versions.
  ///   - origins: The origins of the edits.
  public init<Element>(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, changes: ListChanges,
    origins: ListOrigins = .unknown
  ) where Snapshot == ListSnapshot<Element> {
    self.old = old
    self.new = new
    self.changes = changes
    self.origins = origins
    isEmpty = changes.isEmpty
  }

  /// Creates the transition from one version of a list to another.
  ///
  /// - Parameters:
  ///   - old: The version before the changes.
  ///   - new: The version after the changes; if it is of another list, the transition is a reset.
  ///   - origins: The origins of the edits.
  public init<Element>(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>,
    origins: ListOrigins = .unknown
  ) where Snapshot == ListSnapshot<Element> {
    self.init(from: old, to: new, changes: new.changes(since: old), origins: origins)
  }

  init<Element>(
    from old: ListSnapshot<Element>, to new: ListSnapshot<Element>, budget: Int,
    origins: ListOrigins
  ) where Snapshot == ListSnapshot<Element> {
    self.init(
      from: old, to: new, changes: new.changes(since: old, budget: budget), origins: origins)
  }

  init<Key, Element>(
    from old: GroupedSnapshot<Key, Element>, to new: GroupedSnapshot<Key, Element>, budget: Int,
    origins: ListOrigins
  ) where Snapshot == GroupedSnapshot<Key, Element> {
    self.old = old
    self.new = new
    self.origins = origins
    changes = new.changes(since: old, budget: budget)
    isEmpty = changes.isEmpty
  }
}

extension ListTransition
where Snapshot: Collection, Snapshot.Index == Int, Snapshot.Changes == ListChanges {
  /// The removed rows, in their old order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var removed: [Snapshot.Element] { changes.removals.map { old[$0] } }

  /// The inserted rows, in their new order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var inserted: [Snapshot.Element] { changes.insertions.map { new[$0] } }

  /// The rows with new content, before and after, in their new order; none for a reset.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is their number.
  public var updated: [(old: Snapshot.Element, new: Snapshot.Element)] {
    changes.updates.map { (old[$0.old], new[$0.new]) }
  }
}

extension ListTransition where Snapshot.Changes == ListChanges {
  private init(
    old: Snapshot, new: Snapshot, changes: ListChanges, origins: ListOrigins
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.origins = origins
    isEmpty = changes.isEmpty
  }

  /// The reverse transition, from the new version to the old one, with the same origins.
  ///
  /// ``LiveList/apply(_:origin:)`` undoes an edit with it.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public var inverted: ListTransition {
    ListTransition(old: new, new: old, changes: changes.inverted, origins: origins)
  }
}

extension ListTransition: CustomStringConvertible {
  /// Both versions, the origins of the edits, and the changes, as in `From version 2 to version 3,
  /// by desk: 3 → 3: −[1] +[2]`.
  public var description: String {
    "From version \(old.version) to version \(new.version), by \(origins): \(changes)"
  }
}
