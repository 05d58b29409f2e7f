/// The changes from the version before to a version, if the edit between them has found them.
///
/// Replacing all rows determines what changes anyway. Observers then need not search for it again,
/// most of them on the main actor.
@usableFromInline
final class ListStep: Sendable {
  /// The version that the edit creates.
  @usableFromInline let version: UInt64
  /// The changes from the version before, or a reset if they exceed the limit.
  @usableFromInline let changes: ListChanges
  /// What finding the changes in the two versions would cost at least, as counted by
  /// ``StepBudget``.
  private let cost: Int

  @usableFromInline
  init(version: UInt64, changes: ListChanges) {
    self.version = version
    self.changes = changes
    cost =
      (changes.removals.count + changes.insertions.count + 2 * changes.moves.count)
      * StepBudget.change + changes.updates.count * StepBudget.update
  }

  /// Returns the changes, or a reset if they exceed the budget of a diff.
  ///
  /// The budget applies although nothing is searched for, because showing the changes takes time
  /// too.
  func changes(budget: Int) -> ListChanges {
    cost <= budget ? changes : .reset(from: changes.oldCount, to: changes.newCount)
  }

  /// The number of removed, inserted and moved rows beyond which changes are a reset.
  @usableFromInline
  static func limit(from oldCount: Int, to newCount: Int) -> Int {
    max(256, oldCount / 2, newCount / 2)
  }
}
