extension ListTree {
  /// What became of the elements of `old` in `new`, a copy of the same list at another time.
  ///
  /// - Parameters:
  ///   - old: the copy to start from.
  ///   - oldVersion: the version of that copy: no edit in it has a later one. If it is
  ///     left out, a reset may take longer.
  ///   - new: the copy to arrive at; it may be the older one.
  ///   - newVersion: the version of that copy.
  ///   - limit: how many elements may have come, gone or moved before it is a reset.
  ///   - budget: how much the walk may cost before it is a reset, counted as ``StepBudget`` does.
  /// - Returns: the changes; those moves are left out that end where the element stood anyway.
  /// - Complexity: O(k log n), where k is the number of edits between the two.
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
