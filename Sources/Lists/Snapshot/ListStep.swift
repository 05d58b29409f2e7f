/// The changes between two successive versions, if the edit between them has found them.
///
/// Replacing all rows determines what changes anyway, so observers, most of them on the main actor,
/// need not search for it again.
@usableFromInline
final class ListStep: Sendable {
  @usableFromInline let version: UInt64
  /// A reset if they exceed the limit.
  @usableFromInline let changes: ListChanges
  /// The minimum cost of finding the changes in the two versions, as counted by ``StepBudget``.
  private let cost: Int

  @usableFromInline
  init(version: UInt64, changes: ListChanges) {
    self.version = version
    self.changes = changes
    cost =
      (changes.removals.count + changes.insertions.count + 2 * changes.moves.count)
      * StepBudget.change + changes.updates.count * StepBudget.update
  }

  /// The budget applies because showing the changes takes time too.
  func changes(budget: Int) -> ListChanges {
    cost <= budget ? changes : .reset(from: changes.oldCount, to: changes.newCount)
  }

  /// The number of removed, inserted and moved rows beyond which changes are a reset.
  @usableFromInline
  static func limit(from oldCount: Int, to newCount: Int) -> Int {
    max(256, oldCount / 2, newCount / 2)
  }
}
