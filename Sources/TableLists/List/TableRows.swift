public import StagecraftLists

/// The rows of a table: a list that is read, observed and derived from like any other.
///
/// It cannot be edited; the ``TableList`` that it belongs to edits the table. It keeps following the
/// table for as long as it is retained, also by a list that is derived from it.
public final class TableRows<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  private let rows: LiveList<Element>
  /// Follows the table.
  private let follower: any Sendable

  init(_ rows: LiveList<Element>, follower: any Sendable) {
    self.rows = rows
    self.follower = follower
  }

  /// The current number of rows.
  public var count: Int { rows.count }

  /// Whether there are currently no rows.
  public var isEmpty: Bool { rows.isEmpty }
}

extension TableRows: ListReading {
  /// Notifies observers that the list may have changed.
  public var changeSignal: ListChangeSignal { rows.changeSignal }

  /// Returns the rows as they are shown now.
  ///
  /// - Returns: An immutable version of the list.
  public func snapshot() -> ListSnapshot<Element> { rows.snapshot() }

  /// Returns what has changed since a version of this list.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows.
  public func changes(
    since old: ListSnapshot<Element>
  ) -> ListTransition<ListSnapshot<Element>> {
    rows.changes(since: old)
  }
}

extension TableRows: BudgetedReading {
  package func changes(
    since old: ListSnapshot<Element>, budget: Int
  ) -> ListTransition<ListSnapshot<Element>> {
    rows.changes(since: old, budget: budget)
  }

  package func updateQuickly() -> Bool { true }
}
