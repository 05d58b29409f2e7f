extension ListChanges {
  /// The changes as a series of splices, each of adjacent rows.
  ///
  /// This is for list models without moves and updates, such as GTK's. The splices ascend, and the
  /// position of each refers to the state after the previous ones. A move is a removal and an
  /// insertion; updates are omitted. A reset is one splice of all rows.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes.
  public var splices: [ListSplice] {
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
