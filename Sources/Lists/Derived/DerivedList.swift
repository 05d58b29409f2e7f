/// A list that is made of another one and follows it.
///
/// The desk shows the orders that are ready, the oldest first, each as a line of text:
///
/// ```swift
/// let lines =
///   orders
///   .filtered { $0.isReady }
///   .sorted { $0.due < $1.due }
///   .mapped { "\($0.title), due \($0.due)" }
///
/// observation = lines.observe { transition in table.show(transition) }
/// ```
///
/// It is read, observed and followed as its source is, and so can be a source itself.
///
/// - It follows by what has changed in the source, never by comparing all rows, and it tells as
///   exactly what has changed in itself.
/// - It does so when it is read, and only then: whoever reads it first catches up for all, on their
///   own thread, and others who read it meanwhile wait for that. A derived list that nobody reads or
///   observes costs nothing but the memory of its rows. To catch up in the background, read it there.
/// - Closures given to it run while somebody reads. They must give the same answer for the same row,
///   and they are asked again only about rows that have changed. One that reads the list which it
///   is a part of finds it as it was before the step; two derived lists must not read each other.
///   One that edits the source waits for the transactions of the source, so these must not read the
///   derived list.
/// - It keeps its source alive, so a chain of lists lives as long as its last.
/// - It cannot be edited: edit what it is made of. An edit of the source, with its origin, becomes
///   a change here as soon as somebody reads.
public class DerivedList<Element: Identifiable & Sendable>:
  ListReading, @unchecked Sendable  // guard: it never changes; its core has its own
where Element.ID: Sendable {
  let core: DerivedCore<Element>

  @usableFromInline
  init(_ core: DerivedCore<Element>) {
    self.core = core
  }

  /// What rings when the source may have changed.
  public final var bell: ListBell { core.bell }

  /// The list as its source has it now.
  ///
  /// - Returns: a version of the list that never changes; the same one as long as nothing here has
  ///   changed.
  /// - Complexity: O(1) if the source has not changed; otherwise as catching up takes.
  public final func snapshot() -> ListSnapshot<Element> { core.read { new, _ in new } }

  /// What happened since a version of this list.
  ///
  /// - Parameter old: what is known already. A snapshot of another list makes the answer a reset.
  /// - Returns: the step from there to the list as its source has it now.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows, and what catching up
  ///   takes.
  public final func changes(since old: ListSnapshot<Element>) -> ListTransition<Element> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  final func changes(since old: ListSnapshot<Element>, budget: Int) -> ListTransition<Element> {
    core.changes(since: old, budget: budget)
  }

  /// How many elements there are now.
  public final var count: Int { snapshot().count }

  /// Whether there are no elements now.
  public final var isEmpty: Bool { count == 0 }
}
