enum BatchPlan: Equatable {
  case nothing
  case batch(GroupedChanges, updates: [RowPath])
  case updates([RowPath])
  case reload(ListPresentation.ReloadReason)

  struct Limits {
    var changes: Int
    var updates: Int
  }

  init(
    _ changes: GroupedChanges, from oldCounts: [Int], to newCounts: [Int], isInWindow: Bool,
    limits: Limits
  ) {
    if changes.isReset {
      self = .reload(.reset)
      return
    }
    if let contradiction = Self.contradiction(of: changes, from: oldCounts, to: newCounts) {
      self = .reload(.invalidChanges(contradiction))
      return
    }
    if changes.isEmpty {
      self = .nothing
      return
    }
    guard isInWindow else {
      self = .reload(.noWindow)
      return
    }
    let updates = changes.updates.map(\.new)
    guard changes.structuralCount <= limits.changes, updates.count <= limits.updates else {
      self = .reload(.tooManyChanges(changes.structuralCount + updates.count))
      return
    }
    let batch = changes.structureWithoutIdleMoves()
    if batch.isEmpty {
      self = updates.isEmpty ? .nothing : .updates(updates)
    } else {
      self = .batch(batch, updates: updates)
    }
  }

  private static func contradiction(
    of changes: GroupedChanges, from oldCounts: [Int], to newCounts: [Int]
  ) -> String? {
    do {
      try changes.validate()
    } catch {
      return error.description
    }
    guard changes.oldCounts == oldCounts else {
      return "The changes begin with \(changes.oldCounts) rows, but \(oldCounts) are shown."
    }
    guard changes.newCounts == newCounts else {
      return "The changes end with \(changes.newCounts) rows, but there are \(newCounts)."
    }
    return nil
  }
}

extension GroupedChanges {
  init(_ changes: ListChanges) {
    func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }
    self.init(
      trusting: [changes.oldCount], [changes.newCount],
      sections: changes.isReset ? .reset(from: 1, to: 1) : .none(count: 1),
      removals: changes.removals.map(path), insertions: changes.insertions.map(path),
      moves: changes.moves.map { ListMove(from: path($0.source), to: path($0.target)) },
      updates: changes.updates.map { ListUpdate(old: path($0.old), new: path($0.new)) })
  }

  /// Tables do not handle a move to the same path well, so such a row is removed and inserted.
  func structureWithoutIdleMoves() -> GroupedChanges {
    let idle = idleMoves()
    var (removals, insertions, moves) = (self.removals, self.insertions, self.moves)
    moves.removeAll { idle.contains($0) }
    for move in moves where move.source == move.target {
      removals.append(move.source)
      insertions.append(move.target)
    }
    moves.removeAll { $0.source == $0.target }
    return GroupedChanges(
      trusting: oldCounts, newCounts, sections: sections, removals: removals.sorted(),
      insertions: insertions.sorted(), moves: moves)
  }

  private func idleMoves() -> Set<ListMove<RowPath>> {
    guard !moves.isEmpty else { return [] }
    var idle = Set(moves)
    for move in moves where sections.newPosition(of: move.source.section) != move.target.section {
      idle.remove(move)
    }
    for (section, rows) in rowsBySection {
      for move in changes(of: rows, inNewSection: section).withoutIdleMoves().moves {
        idle.remove(
          ListMove(
            from: RowPath(section: rows.old, row: move.source),
            to: RowPath(section: section, row: move.target)))
      }
    }
    return idle
  }
}
