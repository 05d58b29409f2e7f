extension GroupedSnapshot {
  /// Returns the changes between another version of the same list and this one.
  ///
  /// - Parameter old: An earlier version.
  /// - Returns: The changes. They are a reset if the snapshots are not versions of the same list,
  ///   if the grouping or the row order was replaced in between, or if more than 256 rows, and more
  ///   than half of all, were removed, inserted or moved; removals and insertions both count.
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* that of
  ///   changed rows.
  public func changes(since old: GroupedSnapshot) -> GroupedChanges {
    changes(since: old, budget: StepBudget.unlimited)
  }

  func changes(since old: GroupedSnapshot, budget: Int) -> GroupedChanges {
    if isIdentical(to: old) { return .none(counts: counts) }
    let flat =
      epoch == old.epoch
      ? rows.changes(since: old.rows, budget: budget)
      : ListChanges.reset(from: old.count, to: count)
    if flat.isReset { return .reset(from: old.counts, to: counts) }
    return GroupedChanges(of: flat, from: old.table, to: table)
  }
}

extension GroupedChanges {
  init<Key>(of flat: ListChanges, from old: GroupedTable<Key>, to new: GroupedTable<Key>) {
    let sections = new.changes(since: old)
    var removals = flat.removals.map(old.path)
      .filter { sections.newPosition(of: $0.section) != nil }
    var insertions = flat.insertions.map(new.path)
      .filter { sections.oldPosition(of: $0.section) != nil }
    var moves: [ListMove<RowPath>] = []
    var updates: [ListUpdate<RowPath>] = []
    func report(_ move: ListMove<RowPath>) {
      let stays = sections.newPosition(of: move.source.section) != nil
      let stayed = sections.oldPosition(of: move.target.section) != nil
      if stays, stayed {
        moves.append(move)
      } else if stays {
        removals.append(move.source)
      } else if stayed {
        insertions.append(move.target)
      }
    }
    for move in flat.moves {
      report(ListMove(from: old.path(of: move.source), to: new.path(of: move.target)))
    }
    for update in flat.updates {
      let row = ListUpdate(old: old.path(of: update.old), new: new.path(of: update.new))
      if sections.newPosition(of: row.old.section) != row.new.section, !flat.hasGained(update.new) {
        // The row has kept its place among all rows, but a section boundary has passed it.
        report(ListMove(from: row.old, to: row.new))
      }
      guard sections.newPosition(of: row.old.section) != nil,
        sections.oldPosition(of: row.new.section) != nil
      else { continue }
      updates.append(row)
    }
    self.init(
      trusting: old.counts, new.counts, sections: sections, removals: removals.sorted(),
      insertions: insertions.sorted(), moves: moves.sorted { $0.target < $1.target },
      updates: updates)
  }
}
