/// A list as it was at one moment, unchanged by whatever happens to the list since.
///
/// Taking one costs a few nanoseconds however long the list is, and keeping one costs no more
/// memory than what has changed since. Rows are found by position and by identity:
///
/// ```swift
/// let rows = orders.snapshot()
/// for order in rows { print(order.title) }
/// if let position = rows.index(of: order.id) { print("Line \(position) of \(rows.count)") }
/// ```
///
/// A snapshot may be used from any thread and task, by many at the same time.
public struct ListSnapshot<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  @usableFromInline let storage: ListVersion<Element>

  @inlinable
  init(_ storage: ListVersion<Element>) {
    self.storage = storage
  }

  /// Rows without a list, as for a preview or a test.
  ///
  /// - Parameter elements: the rows; of those with one identity only the first stays, and the others
  ///   are dropped without notice.
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    var rejected: [Element] = []
    storage = ListVersion(
      tree: ListTree(elements, version: 0, duplicates: &rejected), number: 0,
      lineage: ListLineage.next(), comparison: ListVersion.comparison)
  }

  /// Which version of its list this is; each edit or transaction makes the next one.
  @inlinable public var version: UInt64 { storage.number }

  /// Whether both are one version of one list.
  ///
  /// Never compares elements. Snapshots of different lists are not identical, nor are two versions
  /// that happen to have equal rows.
  @inlinable
  public func isIdentical(to other: ListSnapshot) -> Bool {
    storage === other.storage
      || storage.lineage == other.storage.lineage && storage.number == other.storage.number
  }

  /// What happened between an earlier version and this one.
  ///
  /// The answer is exact: it comes from the edits, and costs no more than they did.
  ///
  /// - Parameter old: an earlier version; a later one gives the way back.
  /// - Returns: the changes; a reset if both are not versions of one list, or if more than 256
  ///   rows, and more than half of all, came, went or moved. Rows that come and rows that go both
  ///   count: 150 rows of which all are replaced by 150 others are a reset.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows.
  public func changes(since old: ListSnapshot) -> ListChanges {
    changes(since: old, budget: StepBudget.unlimited)
  }

  /// As ``changes(since:)``, but a reset if the changes would cost more.
  func changes(since old: ListSnapshot, budget: Int) -> ListChanges {
    if isIdentical(to: old) { return .none(count: count) }
    guard storage.lineage == old.storage.lineage else { return .reset(from: old.count, to: count) }
    let limit = Swift.max(256, old.count / 2, count / 2)
    return storage.comparison(old.storage, storage, limit, budget)
  }
}

extension ListSnapshot: Equatable where Element: Equatable {
  /// Whether both have equal rows in the same order.
  ///
  /// - Complexity: O(1) if both are one version of one list, otherwise O(*n*).
  @inlinable
  public static func == (one: ListSnapshot, other: ListSnapshot) -> Bool {
    one.isIdentical(to: other) || one.count == other.count && one.elementsEqual(other)
  }
}
