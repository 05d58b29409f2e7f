extension ListChanges {
  /// Splices of adjacent rows, for list models without moves and updates, such as GTK's.
  ///
  /// They ascend, and the position of each refers to the state after the previous ones. O(*k*).
  package var splices: [ListSplice] {
    if isReset {
      let isNothing = oldCount == 0 && newCount == 0
      return isNothing ? [] : [ListSplice(position: 0, removed: oldCount, inserted: newCount)]
    }
    // Changes between the same two stationary rows form one splice.
    var result: [ListSplice] = []
    var (losses, gains) = (0, 0)
    while losses < lost.count || gains < gained.count {
      let beforeLost = losses < lost.count ? lost[losses] - losses : .max
      let beforeGained = gains < gained.count ? gained[gains] - gains : .max
      let stationary = min(beforeLost, beforeGained)
      var splice = ListSplice(position: stationary + gains, removed: 0, inserted: 0)
      while losses < lost.count, lost[losses] - losses == stationary {
        losses += 1
        splice.removed += 1
      }
      while gains < gained.count, gained[gains] - gains == stationary {
        gains += 1
        splice.inserted += 1
      }
      result.append(splice)
    }
    return result
  }
}

// MARK: - Joining

extension ListChanges {
  /// Returns fewer and longer splices than ``splices``; two, a removal and an insertion, if they
  /// exceed `limit` or the changes are not valid.
  ///
  /// Both positions of a row that moved over at most `span` rows are in one splice, so that
  /// toolkits that look for their rows among the inserted ones find them again.
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
    // The number of rows after the last splice is unchanged.
    let tail = newCount - last.position - last.inserted
    return ListSplice(
      position: first.position, removed: oldCount - tail - first.position,
      inserted: newCount - tail - first.position
    ).inTwo
  }

  private func joinedSplices(over span: Int) -> [ListSplice] {
    let all = splices
    guard !moves.isEmpty else { return all }
    // The stationary rows between which a move begins and ends, if the move is to be in one splice.
    var bridges: [(first: Int, last: Int)] = []
    for move in moves {
      let (old, new) = (
        stationaryRows(beforeOld: move.source), stationaryRows(beforeNew: move.target)
      )
      if old != new, abs(old - new) <= span { bridges.append((min(old, new), max(old, new))) }
    }
    bridges.sort { $0.first < $1.first }

    var result: [ListSplice] = []
    // The number of stationary rows before the last splice, and the row up to which moves extend.
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
  fileprivate var inTwo: [ListSplice] {
    [
      ListSplice(position: position, removed: removed, inserted: 0),
      ListSplice(position: position, removed: 0, inserted: inserted),
    ].filter { $0.removed + $0.inserted > 0 }
  }
}
