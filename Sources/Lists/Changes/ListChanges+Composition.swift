internal import StageFloor

extension ListChanges {
  /// Returns these changes followed by others, as one.
  ///
  /// Applying the result is equivalent to applying these changes and then `next`. Rows that were
  /// inserted and then removed disappear; two moves of a row become one, and a row that was moved
  /// back has not moved. If either side is a reset, the result is a reset.
  ///
  /// Only positions are known here: a row that was removed and inserted again remains a removal and
  /// an insertion.
  ///
  /// - Parameter next: The changes that follow.
  /// - Returns: The combined changes.
  /// - Precondition: The old count of `next` is the new count of these changes.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes on both sides.
  public func composed(with next: ListChanges) -> ListChanges {
    require(
      newCount == next.oldCount,
      """
      These changes end with \(newCount) rows, and the next begin with \(next.oldCount). Compose \
      changes of one list, in their order, and leave out none.
      """)
    if isReset || next.isReset { return .reset(from: oldCount, to: next.newCount) }
    if isEmpty { return next }
    if next.isEmpty { return self }
    return ListChanges(
      trusting: oldCount, next.newCount, removals: removals(followedBy: next),
      insertions: insertions(followedBy: next), moves: moves(followedBy: next),
      updates: updates(followedBy: next)
    ).withoutIdleMoves()
  }

  private func removals(followedBy next: ListChanges) -> [Int] {
    // Nil: the row was inserted by these changes, so it is in neither version.
    let later = next.removals.compactMap { oldPosition(of: $0) }
    return later.isEmpty ? removals : (removals + later).sorted()
  }

  private func insertions(followedBy next: ListChanges) -> [Int] {
    let earlier = insertions.compactMap { next.newPosition(of: $0) }
    return earlier.isEmpty ? next.insertions : (earlier + next.insertions).sorted()
  }

  private func moves(followedBy next: ListChanges) -> [ListMove<Int>] {
    var result: [ListMove<Int>] = []
    for move in moves {
      guard let target = next.newPosition(of: move.target) else { continue }
      result.append(ListMove(from: move.source, to: target))
    }
    for move in next.moves {
      // Rows that these changes move too are done already; rows that they insert are inserted
      // elsewhere.
      guard !hasGained(move.source), let source = oldPosition(of: move.source) else { continue }
      result.append(ListMove(from: source, to: move.target))
    }
    return result.sorted { $0.target < $1.target }
  }

  private func updates(followedBy next: ListChanges) -> [ListUpdate<Int>] {
    var result: [ListUpdate<Int>] = []
    for update in updates {
      guard let new = next.newPosition(of: update.new) else { continue }
      result.append(ListUpdate(old: update.old, new: new))
    }
    for update in next.updates {
      guard let old = oldPosition(of: update.old) else { continue }
      result.append(ListUpdate(old: old, new: update.new))
    }
    result.sort { $0.new < $1.new }
    var last: ListUpdate<Int>?
    result.removeAll { update in
      defer { last = update }
      return update == last
    }
    return result
  }

  /// The reverse changes.
  ///
  /// Removals become insertions and vice versa; a reset remains a reset.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public var inverted: ListChanges {
    ListChanges(
      trusting: newCount, oldCount, removals: insertions, insertions: removals,
      moves: movesBySource.map { ListMove(from: $0.target, to: $0.source) },
      updates: updates.map { ListUpdate(old: $0.new, new: $0.old) }.sorted { $0.new < $1.new },
      isReset: isReset)
  }
}

// MARK: - Idle moves

extension ListChanges {
  /// Returns the same changes without the moves of rows that are already where they belong.
  ///
  /// Such moves remain when a row was moved away and back, and when all rows that a row has passed
  /// were removed. Table views do not handle them well. O(*m* log *k*), where *m* is the number of
  /// moves and *k* that of changes.
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
