extension ListChanges {
  /// Checks that these changes lead from `oldCount` rows to `newCount` rows without contradiction.
  ///
  /// Changes reported by a list are always valid. This is a cheap check before changes are passed
  /// to a table that would crash.
  ///
  /// - Throws: A ``ListChangesError`` for the first contradiction.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func validate() throws(ListChangesError) {
    guard oldCount >= 0, newCount >= 0 else {
      throw ListChangesError(
        .negativeCount, "There cannot be \(min(oldCount, newCount)) rows in a list.")
    }
    if isReset {
      return try ListChangesError.requireNoChangesInReset(structuralCount + updates.count)
    }
    try validate(removals, "removed", count: oldCount, side: "before")
    try validate(insertions, "inserted", count: newCount, side: "after")
    try validateMoves()
    guard oldCount - removals.count == newCount - insertions.count else {
      throw ListChangesError(
        .countsDisagree,
        """
        \(oldCount) rows less \(removals.count) removed plus \(insertions.count) inserted are \
        \(oldCount - removals.count + insertions.count), not \(newCount).
        """)
    }
    try validateUpdates()
  }

  private func validateMoves() throws(ListChangesError) {
    try validate(moves.map(\.target), "the target of a move", count: newCount, side: "after")
    for move in moves where move.source < 0 || move.source >= oldCount {
      throw Self.outOfRange(move.source, "the source of a move", count: oldCount, side: "before")
    }
    if let (_, twice) = lost.firstNotAscending {
      throw ListChangesError(
        .movedAwayTwice,
        "Old row \(twice) is \(removals.contains(twice) ? "removed and moved" : "moved twice").")
    }
    if let (_, twice) = gained.firstNotAscending {
      throw ListChangesError(
        .movedOntoInsertion, "Position \(twice) is the target of a move and of an insertion.")
    }
  }

  private func validateUpdates() throws(ListChangesError) {
    try validate(updates.map(\.new), "updated", count: newCount, side: "after")
    for update in updates {
      guard update.old >= 0, update.old < oldCount else {
        throw Self.outOfRange(update.old, "updated", count: oldCount, side: "before")
      }
      let new = newPosition(of: update.old)
      guard new != update.new else { continue }
      let whereabouts = new.map { "is now at \($0)" } ?? "was removed"
      throw ListChangesError(
        .updateOfAnotherRow,
        "The row that was at \(update.old) \(whereabouts), so it cannot be updated at \(update.new)."
      )
    }
  }

  private func validate(
    _ positions: [Int], _ role: String, count: Int, side: String
  ) throws(ListChangesError) {
    if let (former, latter) = positions.firstNotAscending {
      throw ListChangesError(
        .notAscending,
        former == latter
          ? "Position \(latter) is listed twice as \(role)."
          : "Position \(latter) is listed as \(role) after \(former): positions must ascend.")
    }
    for outside in [positions.first, positions.last] {
      guard let outside, outside < 0 || outside >= count else { continue }
      throw Self.outOfRange(outside, role, count: count, side: side)
    }
  }

  private static func outOfRange(
    _ position: Int, _ role: String, count: Int, side: String
  ) -> ListChangesError {
    ListChangesError(
      .positionOutOfRange,
      "Position \(position) is listed as \(role), but there are \(count) rows \(side) the changes.")
  }
}

extension ListChangesError {
  static func requireNoChangesInReset(_ count: Int) throws(ListChangesError) {
    if count == 0 { return }
    throw ListChangesError(
      .changesInReset, "A reset has no individual changes, but there are \(count).")
  }
}

extension Array where Element: Comparable {
  var firstNotAscending: (former: Element, latter: Element)? {
    for (former, latter) in zip(self, dropFirst()) where former >= latter {
      return (former, latter)
    }
    return nil
  }
}
