extension ListChanges {
  /// The changes as a series of splices, each of neighbouring rows.
  ///
  /// This is the language of lists that know neither moves nor updates, such as GTK's. The splices
  /// ascend, and each speaks of the state that those before it have reached. A move is a removal
  /// and an insertion; updates are not told. A reset is one splice of all rows.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes.
  public var splices: [ListSplice] {
    if isReset {
      let isNothing = oldCount == 0 && newCount == 0
      return isNothing ? [] : [ListSplice(position: 0, removed: oldCount, inserted: newCount)]
    }
    // Rows between the same two stationary rows belong together.
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
