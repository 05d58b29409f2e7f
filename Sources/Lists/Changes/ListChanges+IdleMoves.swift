extension ListChanges {
  /// The same changes without the moves after which a row stands where it would stand anyway.
  ///
  /// Such are left when a row was moved away and back, and when all rows that a row passed were
  /// removed. Table views do not like them.
  ///
  /// As many rows as possible become stationary, the present ones among them.
  ///
  /// - Complexity: O(*m* log *k*), where *m* is the number of moves and *k* that of changes.
  @usableFromInline
  func withoutIdleMoves() -> ListChanges {
    // A row can become stationary if as many stationary rows stand before it as did before, and
    // two such rows can if they have kept their order. Making one so never helps another: it
    // would have to pass the first one, and with it the rows in between.
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
