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

// MARK: - Positions

extension ListChanges {
  /// Returns the new position of a row.
  ///
  /// - Parameter old: A position before the changes.
  /// - Returns: The position after them; nil if the row was removed, if there was no such position,
  ///   and after a reset.
  /// - Complexity: O(log *k*), where *k* is the number of changes.
  public func newPosition(of old: Int) -> Int? {
    guard !isReset, old >= 0, old < oldCount else { return nil }
    let lostBefore = lost.count(below: old)
    if lostBefore < lost.count, lost[lostBefore] == old {
      let index = movesBySource.lowerBound { $0.source >= old }
      guard index < movesBySource.count, movesBySource[index].source == old else { return nil }
      return movesBySource[index].target
    }
    return Self.position(ofStationary: old - lostBefore, among: gained)
  }

  /// Returns the old position of a row.
  ///
  /// - Parameter new: A position after the changes.
  /// - Returns: The position before them; nil if the row was inserted, if there is no such
  ///   position, and after a reset.
  /// - Complexity: O(log *k*), where *k* is the number of changes.
  public func oldPosition(of new: Int) -> Int? {
    guard !isReset, new >= 0, new < newCount else { return nil }
    let gainedBefore = gained.count(below: new)
    if gainedBefore < gained.count, gained[gainedBefore] == new {
      let index = moves.lowerBound { $0.target >= new }
      guard index < moves.count, moves[index].target == new else { return nil }
      return moves[index].source
    }
    return Self.position(ofStationary: new - gainedBefore, among: lost)
  }

  func stationaryRows(beforeOld old: Int) -> Int { old - lost.count(below: old) }

  func stationaryRows(beforeNew new: Int) -> Int { new - gained.count(below: new) }

  /// If `isEarliest`, rows gained at the boundary are after it.
  func newBoundary(before old: Int, isEarliest: Bool) -> Int {
    let stationary = stationaryRows(beforeOld: old)
    if isEarliest {
      return stationary == 0 ? 0 : Self.position(ofStationary: stationary - 1, among: gained) + 1
    }
    return stationary == oldCount - lost.count
      ? newCount : Self.position(ofStationary: stationary, among: gained)
  }

  @usableFromInline
  func hasGained(_ new: Int) -> Bool {
    let index = gained.count(below: new)
    return index < gained.count && gained[index] == new
  }

  /// Returns the position of the stationary row with this number; there are `others[j] - j`
  /// stationary rows before `others[j]`, a number that never decreases.
  private static func position(ofStationary number: Int, among others: [Int]) -> Int {
    var (low, high) = (0, others.count)
    while low < high {
      let middle = low + (high - low) / 2
      if others[middle] - middle > number { high = middle } else { low = middle + 1 }
    }
    return number + low
  }
}

extension [Int] {
  func count(below limit: Int) -> Int { lowerBound { $0 >= limit } }
}

extension Array {
  fileprivate func lowerBound(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
