extension ListChanges {
  /// Replays the changes on an array.
  ///
  /// ```swift
  /// cells = changes.apply(to: cells) { position in makeCell(for: orders[position]) }
  /// ```
  ///
  /// - Parameters:
  ///   - rows: One value for each old position.
  ///   - newRow: Creates the value for a new position. It is called for insertions and updates, and
  ///     after a reset for every position, in ascending order.
  /// - Returns: One value for each new position.
  /// - Throws: The error thrown by `newRow`.
  /// - Precondition: The number of rows is ``oldCount``.
  /// - Complexity: O(*n*).
  @inlinable
  public func apply<Row, Failure>(
    to rows: [Row], newRow: (_ position: Int) throws(Failure) -> Row
  ) throws(Failure) -> [Row] {
    if rows.count != oldCount { ListMisuse.otherRows(oldCount, rows.count) }
    var result: [Row] = []
    result.reserveCapacity(newCount)
    if isReset {
      while result.count < newCount { result.append(try newRow(result.count)) }
      return result
    }
    var (old, loss, move, update) = (0, 0, 0, 0)
    var gains = gained.makeIterator()
    var gain = gains.next()
    while result.count < newCount {
      let new = result.count
      let isUpdated = update < updates.count && updates[update].new == new
      if isUpdated { update += 1 }
      if gain != new {
        // The next stationary row.
        while loss < lost.count, lost[loss] == old {
          loss += 1
          old += 1
        }
        result.append(isUpdated ? try newRow(new) : rows[old])
        old += 1
        continue
      }
      gain = gains.next()
      let isMoved = move < moves.count && moves[move].target == new
      if isMoved { move += 1 }
      result.append(isMoved && !isUpdated ? rows[moves[move - 1].source] : try newRow(new))
    }
    return result
  }
}
