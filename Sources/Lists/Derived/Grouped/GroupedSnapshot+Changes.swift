extension GroupedSnapshot {
  /// What happened between an earlier version and this one.
  ///
  /// - Parameter old: an earlier version.
  /// - Returns: the changes; a reset if both are not versions of one list, if the rows were grouped
  ///   by something else in between, or if more than 256 of them, and more than half of all, came, went
  ///   or moved; rows that come and rows that go both count.
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* that of changed
  ///   rows.
  public func changes(since old: GroupedSnapshot) -> GroupedChanges {
    changes(since: old, budget: StepBudget.unlimited)
  }

  /// As ``changes(since:)``, but a reset if the changes would cost more.
  func changes(since old: GroupedSnapshot, budget: Int) -> GroupedChanges {
    let flat =
      epoch == old.epoch
      ? rows.changes(since: old.rows, budget: budget)
      : ListChanges.reset(from: old.count, to: count)
    if flat.isReset { return .reset(from: old.counts, to: counts) }
    return GroupedChanges(of: flat, from: old.table, to: table)
  }
}

extension GroupedChanges {
  /// Tells what became of rows that stand one after another by the sections they stand in.
  init<Key>(of flat: ListChanges, from old: GroupedTable<Key>, to new: GroupedTable<Key>) {
    let sections = new.changes(since: old)
    var removals = flat.removals.map(old.path)
      .filter { sections.newPosition(of: $0.section) != nil }
    var insertions = flat.insertions.map(new.path)
      .filter { sections.oldPosition(of: $0.section) != nil }
    var moves: [GroupedMove] = []
    var updates: [GroupedUpdate] = []
    func report(_ move: GroupedMove) {
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
      report(GroupedMove(from: old.path(of: move.source), to: new.path(of: move.target)))
    }
    for update in flat.updates {
      let row = GroupedUpdate(old: old.path(of: update.old), new: new.path(of: update.new))
      if sections.newPosition(of: row.old.section) != row.new.section, !flat.hasGained(update.new) {
        // It has kept its place among all rows, but a border between two sections has passed it.
        report(GroupedMove(from: row.old, to: row.new))
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
