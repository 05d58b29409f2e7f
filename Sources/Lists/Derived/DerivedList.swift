package import StageFloor

/// A list that is derived from one or several others, and updated from their changes.
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
/// It is read, observed and presented like its source, and can itself be a source.
///
/// - It is updated from the changes of the source, never by comparing all rows, and reports its own
///   changes as exactly.
/// - It is updated only when it is read. The first reader does the work for all, on its own thread;
///   concurrent readers wait for it. A derived list that is neither read nor observed costs only
///   the memory of its rows. To update it in the background, read it there.
/// - For an observer or a presenter, an update that would take the main actor more than a few
///   milliseconds is made in the background, and the observer is notified after it. The limits are
///   2048 rows if the rules are new or the source is a reset, otherwise 512 changed rows.
/// - Its closures are called during reads. They must return the same result for the same row, and
///   are called again only for rows that have changed. A closure that reads the list which it
///   belongs to sees the version before the update; two derived lists must not read each other. A
///   closure that edits the source waits for transactions of the source, so these must not read the
///   derived list.
/// - It retains its source, so a chain of lists lives as long as its last one.
/// - It cannot be edited; edit its source instead. An edit of the source, with its origin, becomes
///   a change here at the next read.
public class DerivedList<Element: Identifiable & Sendable>:
  ListReading, @unchecked Sendable  // guard: immutable; its core has its own guard
where Element.ID: Sendable {
  let core: DerivedCore<Element>

  @usableFromInline
  init(_ core: DerivedCore<Element>) {
    self.core = core
  }

  /// The signal that the list may have changed: that of the source, or one of all sources.
  public final var changeSignal: ListChangeSignal { core.changeSignal }

  /// Returns the version of the list that corresponds to the current version of its source.
  ///
  /// - Returns: An immutable version of the list; the same one until this list changes.
  /// - Complexity: O(1) if the source has not changed; otherwise the time for the update.
  public final func snapshot() -> ListSnapshot<Element> { core.read { new, _ in new } }

  /// Returns what has changed since a version of this list.
  ///
  /// - Parameter old: The version to compare with. With a snapshot of another list, the result is a
  ///   reset.
  /// - Returns: The transition from that version to the current one.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changed rows, in addition to the time
  ///   for the update.
  public final func changes(
    since old: ListSnapshot<Element>
  ) -> ListTransition<ListSnapshot<Element>> {
    changes(since: old, budget: StepBudget.unlimited)
  }

  package final func changes(
    since old: ListSnapshot<Element>, budget: Int
  ) -> ListTransition<ListSnapshot<Element>> {
    core.changes(since: old, budget: budget)
  }

  /// The current number of elements.
  public final var count: Int { snapshot().count }

  /// Whether the list is currently empty.
  public final var isEmpty: Bool { count == 0 }
}

/// A list whose rows may be computed when it is read.
package protocol ComputedRows {
  /// Reports how long each read takes, on its thread.
  func observeReads(_ body: @escaping @Sendable (Duration) -> Void) -> ObservationToken
}

extension DerivedList: ComputedRows {
  package func observeReads(
    _ body: @escaping @Sendable (Duration) -> Void
  ) -> ObservationToken { core.observeReads(body) }
}
