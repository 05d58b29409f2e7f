extension ListChanges {
  /// The splices for a list model, fewer and longer than ``splices``.
  ///
  /// Both places of a row that moves are in one splice, so that toolkits that look for their rows
  /// among those that a splice inserts find them again.
  ///
  /// - Parameters:
  ///   - span: how many rows may lie between both places for that.
  ///   - limit: how many splices there may be. Of more, and of changes that are not valid, become
  ///     two: one that removes, and one that inserts.
  ///   - oldCount: how many rows are shown.
  ///   - newCount: how many rows are to be shown.
  /// - Returns: splices in ascending order.
  func splices(
    joiningMovesOver span: Int, limit: Int, from oldCount: Int, to newCount: Int
  ) -> [ListSplice] {
    let isValid = (try? validate()) != nil && self.oldCount == oldCount && self.newCount == newCount
    guard isValid else {
      return ListSplice(position: 0, removed: oldCount, inserted: newCount).inTwo
    }
    let joined = joinedSplices(over: span)
    guard let first = joined.first, let last = joined.last, isReset || joined.count > limit else {
      return joined
    }
    // Rows after the last splice are as many as they were.
    let tail = newCount - last.position - last.inserted
    return ListSplice(
      position: first.position, removed: oldCount - tail - first.position,
      inserted: newCount - tail - first.position
    ).inTwo
  }

  private func joinedSplices(over span: Int) -> [ListSplice] {
    let all = splices
    guard !moves.isEmpty else { return all }
    // Between which stationary rows a move begins and ends, as far as it is to be in one splice.
    var bridges: [(first: Int, last: Int)] = []
    for move in moves {
      let (old, new) = (
        stationaryRows(beforeOld: move.source), stationaryRows(beforeNew: move.target)
      )
      if old != new, abs(old - new) <= span { bridges.append((min(old, new), max(old, new))) }
    }
    bridges.sort { $0.first < $1.first }

    var result: [ListSplice] = []
    // How many stationary rows stand before the last splice, and to which row bridges reach.
    var (before, reach, next, gains) = (0, -1, 0, 0)
    for splice in all {
      let stationary = splice.position - gains
      gains += splice.inserted
      if stationary <= reach, var joined = result.popLast() {
        joined.removed += stationary - before + splice.removed
        joined.inserted += stationary - before + splice.inserted
        result.append(joined)
      } else {
        result.append(splice)
      }
      before = stationary
      while next < bridges.count, bridges[next].first <= stationary {
        reach = max(reach, bridges[next].last)
        next += 1
      }
    }
    return result
  }
}

extension ListSplice {
  /// The same as a removal and an insertion, as far as there are rows to remove and insert.
  fileprivate var inTwo: [ListSplice] {
    [
      ListSplice(position: position, removed: removed, inserted: 0),
      ListSplice(position: position, removed: 0, inserted: inserted),
    ].filter { $0.removed + $0.inserted > 0 }
  }
}
