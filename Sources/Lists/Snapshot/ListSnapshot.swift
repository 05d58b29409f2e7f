/// An immutable version of a list.
///
/// Taking a snapshot costs a few nanoseconds, however long the list is, and retaining one costs
/// only the memory for what has changed since. Rows are found by position and by identity:
///
/// ```swift
/// let rows = orders.snapshot()
/// for order in rows { print(order.title) }
/// if let position = rows.index(of: order.id) { print("Line \(position) of \(rows.count)") }
/// ```
///
/// A snapshot may be used on any threads and in any tasks at the same time.
public struct ListSnapshot<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  @usableFromInline let storage: ListVersion<Element>

  @inlinable
  init(_ storage: ListVersion<Element>) {
    self.storage = storage
  }

  /// Creates rows without a list, for example for a preview or a test.
  ///
  /// - Parameter elements: The rows; of those with equal identities only the first is used, and the
  ///   others are dropped silently.
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    var rejected: [Element] = []
    storage = ListVersion(
      tree: ListTree(elements, version: 0, duplicates: &rejected), number: 0,
      lineage: ListLineage.next(), comparison: ListVersion.comparison)
  }

  /// The number of this version; each edit or transaction of the list creates the next one.
  @inlinable public var version: UInt64 { storage.number }

  /// Returns whether both are the same version of the same list.
  ///
  /// Elements are never compared. Snapshots of different lists are not identical, nor are two
  /// versions that happen to have equal rows.
  ///
  /// - Parameter other: The snapshot to compare with.
  /// - Returns: Whether both are the same version.
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: ListSnapshot) -> Bool {
    storage === other.storage
      || storage.lineage == other.storage.lineage && storage.number == other.storage.number
  }

  /// Returns the changes between another version of the same list and this one.
  ///
  /// The result is exact, and computing it costs no more than the edits did.
  ///
  /// - Parameter old: An earlier version; with a later one, the changes lead back.
  /// - Returns: The changes. They are a reset if the snapshots are not versions of the same list,
  ///   or if more than 256 rows, and more than half of all, were removed, inserted or moved.
  ///   Removals and insertions both count: replacing 150 rows with 150 others is a reset.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows.
  public func changes(since old: ListSnapshot) -> ListChanges {
    changes(since: old, budget: StepBudget.unlimited)
  }

  /// Like ``changes(since:)``, but a reset if the diff would exceed the budget.
  func changes(since old: ListSnapshot, budget: Int) -> ListChanges {
    if isIdentical(to: old) { return .none(count: count) }
    guard storage.lineage == old.storage.lineage else { return .reset(from: old.count, to: count) }
    if let step = storage.step, old.version == version &- 1 { return step.changes(budget: budget) }
    let limit = ListStep.limit(from: old.count, to: count)
    return storage.comparison(old.storage, storage, limit, budget)
  }
}

extension ListSnapshot: Equatable where Element: Equatable {
  /// Returns whether both have equal rows in the same order.
  ///
  /// - Complexity: O(1) if both are the same version of the same list, otherwise O(*n*).
  @inlinable
  public static func == (one: ListSnapshot, other: ListSnapshot) -> Bool {
    one.isIdentical(to: other) || one.count == other.count && one.elementsEqual(other)
  }
}

// MARK: - Looking up rows

extension ListSnapshot {
  /// Returns the position of the row with this identity.
  ///
  /// - Parameter id: The identity to look up.
  /// - Returns: The position, or nil if this version of the list has no such row.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(of id: Element.ID) -> Int? { storage.tree.position(of: id) }

  /// The row with this identity; nil if this version of the list has none.
  ///
  /// - Parameter id: The identity to look up.
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(id id: Element.ID) -> Element? { storage.tree.element(for: id) }

  /// Returns whether this version of the list has a row with this identity.
  ///
  /// - Parameter id: The identity to look up.
  /// - Returns: Whether the version contains it.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(id: Element.ID) -> Bool { storage.tree.contains(id) }

  /// Calls a closure with all rows in order, in contiguous chunks.
  ///
  /// This is the fastest way to visit all rows: the rows of a chunk are contiguous in memory.
  ///
  /// ```swift
  /// var pages = 0
  /// rows.forEachChunk { chunk in
  ///   for index in chunk.indices { pages += chunk[index].pages }
  /// }
  /// ```
  ///
  /// - Parameter body: Called with each chunk; chunks are not empty.
  /// - Throws: The error thrown by `body`, which ends the iteration.
  /// - Complexity: O(*n*).
  @inlinable
  public func forEachChunk<Failure>(
    _ body: (Span<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try storage.tree.forEachChunk { chunk throws(Failure) in try body(chunk.span) }
  }
}

extension ListSnapshot: CustomStringConvertible {
  /// The version and the number of rows, as in `Version 3 of a list: 5 rows`.
  public var description: String { "Version \(version) of a list: \(counted(count, "row"))" }
}

func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}
