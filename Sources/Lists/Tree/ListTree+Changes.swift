extension ListTree {
  /// Returns the changes of the elements from `old` to `new`, two copies of the same list at
  /// different times.
  ///
  /// - Parameters:
  ///   - old: The copy to start from.
  ///   - oldVersion: The version of that copy: no edit in it has a later one. Without it, detecting
  ///     a reset may take longer.
  ///   - new: The copy to end at; it may be the older one.
  ///   - newVersion: The version of that copy.
  ///   - limit: The maximum number of removed, inserted and moved elements; beyond it, the result
  ///     is a reset.
  ///   - budget: The maximum cost of the walk, as counted by ``StepBudget``; beyond it, the result
  ///     is a reset.
  /// - Returns: The changes, without moves of elements that are already where they belong.
  /// - Complexity: O(*k* log *n*), where *k* is the number of edits between the two.
  @inlinable
  static func changes(
    from old: borrowing ListTree, at oldVersion: UInt64 = .max,
    to new: borrowing ListTree, at newVersion: UInt64 = .max, limit: Int, budget: Int = .max
  ) -> ListChanges {
    var comparison = TreeComparison<Element>(
      hasSameKeys: old.relabellings == new.relabellings, oldVersion: oldVersion,
      newVersion: newVersion, limit: limit, budget: budget)
    guard
      comparison.walk(from: old.root, count: old.count, to: new.root, count: new.count),
      let changes = comparison.changes(from: old.count, to: new.count)
    else { return .reset(from: old.count, to: new.count) }
    return changes
  }
}
