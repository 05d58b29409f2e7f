extension ListChanges {
  /// Returns the same changes without the moves of rows that are already where they belong.
  ///
  /// Such moves remain when a row was moved away and back, and when all rows that a row has passed
  /// were removed. Table views do not handle them well.
  ///
  /// As many rows as possible become stationary, in addition to the present ones.
  ///
  /// - Complexity: O(*m* log *k*), where *m* is the number of moves and *k* that of changes.
  @usableFromInline
  func withoutIdleMoves() -> ListChanges {
    // A row can become stationary if the numbers of stationary rows before it are equal in both
    // versions; two such rows can if they have kept their order. Making one stationary never
    // enables another: it would have to pass the first one, and with it the rows in between.
    let candidates = moves.indices.filter { index in
      stationaryRows(beforeOld: moves[index].source)
        == stationaryRows(beforeNew: moves[index].target)
    }
    guard !candidates.isEmpty else { return self }
    var idle = Set<Int>()
    for index in IncreasingSubsequence.longest(in: candidates.map { moves[$0].source }) {
      idle.insert(candidates[index])
    }
    return ListChanges(
      trusting: oldCount, newCount, removals: removals, insertions: insertions,
      moves: moves.indices.filter { !idle.contains($0) }.map { moves[$0] }, updates: updates)
  }
}
