package import StageFloor

/// The rows of a list in sections, one for each key.
///
/// The desk shows its orders by branch:
///
/// ```swift
/// let byBranch = orders.grouped(by: \.branch)
/// for section in byBranch.snapshot().sections {
///   print(section.key, section.count)
/// }
/// observation = byBranch.observe { transition in table.show(transition) }
/// ```
///
/// - Sections are in the order of their keys; the rows of a section are in the order of the source,
///   or in an order of their own. A section is inserted with its first row and removed with its
///   last, unless `keepsEmptySections` was set.
/// - Like a ``DerivedList``, it is updated from the changes of its source, when it is read. An
///   update takes O(log² *n*) for each changed row, and O(*s*) in addition, where *s* is the number
///   of sections, however many of them are inserted.
/// - A row whose key changes with its content moves from one section to another.
/// - It retains its source.
public final class GroupedList<Key: Hashable & Sendable, Element: Identifiable & Sendable>:
  RowsReading, @unchecked Sendable  // guard: immutable; `readTable` is under the lock of `core`
where Element.ID: Sendable {
  let core: DerivedCore<Element>
  @usableFromInline let ruleBox: RuleBox<OrderRules<Element, Key>>
  private let readTable: () -> (table: GroupedTable<Key>, epoch: UInt64)

  /// Creates a list whose sections, stored with the rows, are read under the lock of `core`.
  @usableFromInline
  init(
    _ core: DerivedCore<Element>, _ ruleBox: RuleBox<OrderRules<Element, Key>>,
    readTable: @escaping () -> (table: GroupedTable<Key>, epoch: UInt64)
  ) {
    self.core = core
    self.ruleBox = ruleBox
    self.readTable = readTable
  }

  /// The change signal of the source.
  public var changeSignal: ListChangeSignal { core.changeSignal }

  /// Returns the version of the list that corresponds to the current version of its source.
  ///
  /// - Returns: An immutable version of the list.
  /// - Complexity: O(1) if the source has not changed; otherwise the time for the update.
  public func snapshot() -> GroupedSnapshot<Key, Element> {
    core.read { rows, _ in snapshot(of: rows) }
  }

  /// Returns what has changed since a version of this list.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* that of
  ///   changed rows, in addition to the time for the update.
  public func changes(
    since old: GroupedSnapshot<Key, Element>
  ) -> ListTransition<GroupedSnapshot<Key, Element>> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  package func changes(
    since old: GroupedSnapshot<Key, Element>, budget: Int
  ) -> ListTransition<GroupedSnapshot<Key, Element>> {
    let (new, origins) = core.read { rows, derived in
      (snapshot(of: rows), derived.origins(since: old.rows, through: rows))
    }
    return ListTransition(from: old, to: new, budget: budget, origins: origins)
  }

  /// The rows of all sections, one section after another, as a list.
  public var rows: DerivedList<Element> { DerivedList(core) }

  /// The current number of rows.
  public var count: Int { snapshot().count }

  private func snapshot(of rows: ListSnapshot<Element>) -> GroupedSnapshot<Key, Element> {
    let (table, epoch) = readTable()
    return GroupedSnapshot(rows: rows, table: table, epoch: epoch)
  }

  // MARK: - Changing the rules

  /// Replaces the function that groups the rows.
  ///
  /// The next reader groups all rows again, and the change is a reset. Several calls before the
  /// next read are equivalent to the last one. This may be called on any thread.
  ///
  /// - Parameter key: Returns the key of a row's section.
  public func group(by key: @escaping @Sendable (Element) -> Key) {
    ruleBox.change { $0.key = key }
    changeSignal.signal()
  }

  /// Replaces the order of the rows within each section.
  ///
  /// The next reader sorts all rows again, and the change is a reset. Several calls before the next
  /// read are equivalent to the last one. This may be called on any thread.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether one row precedes another in their section;
  ///   nil for the order of the source.
  @inlinable
  public func sortRows(
    by areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)?
  ) {
    let order = areInIncreasingOrder.map { RowOrder($0) }
    ruleBox.change { $0.rows = order }
    changeSignal.signal()
  }
}

extension GroupedList: ComputedRows {
  package func observeReads(
    _ body: @escaping @Sendable (Duration) -> Void
  ) -> ObservationToken { core.observeReads(body) }
}
