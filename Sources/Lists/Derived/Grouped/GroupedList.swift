internal import StageFloor

/// The rows of a list in sections, one for each key that they have.
///
/// The desk shows its orders by the branch that they are for:
///
/// ```swift
/// let byBranch = orders.grouped(by: \.branch)
/// for section in byBranch.snapshot().sections {
///   print(section.key, section.count)
/// }
/// observation = byBranch.observe { transition in table.show(transition) }
/// ```
///
/// - Sections stand in the order of their keys, and rows in their section as they do in the source,
///   or in an order of their own. A section comes with its first row and goes with its last.
/// - It follows as a ``DerivedList`` does: by what has changed, and when it is read. For each row
///   that has changed it takes O(log² *n*), and for each step O(*s*), where *s* is the number of
///   sections, however many of them come.
/// - A row whose changed content gives it another key moves from section to section.
/// - It keeps its source alive.
public final class GroupedList<Key: Hashable & Sendable, Element: Identifiable & Sendable>:
  @unchecked Sendable  // guard: it never changes; `readTable` is called under the gate of `core`
where Element.ID: Sendable {
  private let core: DerivedCore<Element>
  private let renewal: Renewal<OrderRules<Element, Key>>
  private let readTable: () -> (table: GroupedTable<Key>, epoch: UInt64)

  /// A list whose sections, which go with the rows, are read under the gate of `core`.
  @usableFromInline
  init(
    _ core: DerivedCore<Element>, _ renewal: Renewal<OrderRules<Element, Key>>,
    readTable: @escaping () -> (table: GroupedTable<Key>, epoch: UInt64)
  ) {
    self.core = core
    self.renewal = renewal
    self.readTable = readTable
  }

  /// What rings when the source may have changed.
  public var bell: ListBell { core.bell }

  /// The sections and rows as the source has them now.
  ///
  /// - Returns: a version of the list that never changes.
  /// - Complexity: O(1) if the source has not changed; otherwise as catching up takes.
  public func snapshot() -> GroupedSnapshot<Key, Element> {
    core.read { rows, _ in snapshot(of: rows) }
  }

  /// What happened since a version of this list.
  ///
  /// - Parameter old: what is known already. A snapshot of another list makes the answer a reset.
  /// - Returns: the step from there to the list as its source has it now.
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* that of changed
  ///   rows, and what catching up takes.
  public func changes(
    since old: GroupedSnapshot<Key, Element>
  ) -> GroupedTransition<Key, Element> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  func changes(
    since old: GroupedSnapshot<Key, Element>, budget: Int
  ) -> GroupedTransition<Key, Element> {
    let (new, origins) = core.read { rows, derived in
      (snapshot(of: rows), derived.origins(since: old.rows, through: rows))
    }
    return GroupedTransition(from: old, to: new, budget: budget, origins: origins)
  }

  /// The rows of all sections, one section after another, as a list of its own.
  public var rows: DerivedList<Element> { DerivedList(core) }

  /// How many rows there are now.
  public var count: Int { snapshot().count }

  private func snapshot(of rows: ListSnapshot<Element>) -> GroupedSnapshot<Key, Element> {
    let (table, epoch) = readTable()
    return GroupedSnapshot(rows: rows, table: table, epoch: epoch)
  }

  // MARK: - Other rules

  /// Groups by something else from now on.
  ///
  /// Whoever reads next groups all rows anew and hears of it as a reset. Several calls in between
  /// are like the last one. It may be called from any thread.
  ///
  /// - Parameter key: what the rows of a section have in common.
  public func group(by key: @escaping @Sendable (Element) -> Key) {
    renewal.change { $0.key = key }
    bell.ring()
  }

  /// Sorts the rows of each section by something else from now on.
  ///
  /// Whoever reads next sorts all rows anew and hears of it as a reset. Several calls in between
  /// are like the last one. It may be called from any thread.
  ///
  /// - Parameter areInIncreasingOrder: whether one row comes before another in their section; nil:
  ///   as in the source.
  public func sortRows(
    by areInIncreasingOrder: (@Sendable (Element, Element) -> Bool)?
  ) {
    renewal.change { $0.rowOrder = areInIncreasingOrder }
    bell.ring()
  }
}
