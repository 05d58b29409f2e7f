extension GroupedChanges {
  /// Checks that these changes lead from `oldCounts` to `newCounts` without contradiction.
  ///
  /// Changes reported by a list are always valid. This is a cheap check before changes are passed
  /// to a table that would crash.
  ///
  /// - Throws: A ``ListChangesError`` for the first contradiction.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* that of
  ///   changes.
  public func validate() throws(ListChangesError) {
    try validateSections()
    if isReset {
      return try ListChangesError.requireNoChangesInReset(structuralCount + updates.count)
    }
    try validate(removals, "removed")
    try validate(insertions, "inserted")
    try validate(moves.map(\.target), "the target of a move")
    try validate(updates.map(\.new), "updated")
    for path in removals + moves.map(\.source) + updates.map(\.old) {
      try validate(path, isKnown: sections.newPosition(of: path.section) != nil)
    }
    for path in insertions + moves.map(\.target) + updates.map(\.new) {
      try validate(path, isKnown: sections.oldPosition(of: path.section) != nil)
    }
    try validateRows()
    try validateUpdates()
  }

  private func validateSections() throws(ListChangesError) {
    do {
      try sections.validate()
    } catch {
      throw ListChangesError(error.code, "Sections: \(error.description)")
    }
    guard sections.moves.isEmpty, sections.updates.isEmpty else {
      throw ListChangesError(
        .sectionsDisagree, "Sections can be removed and inserted, but not moved or updated.")
    }
    guard sections.oldCount == oldCounts.count, sections.newCount == newCounts.count else {
      throw ListChangesError(
        .sectionsDisagree,
        """
        The counts are those of \(oldCounts.count) old and \(newCounts.count) new sections, but the \
        changes are of \(sections.oldCount) old and \(sections.newCount) new ones.
        """)
    }
    if let count = (oldCounts + newCounts).first(where: { $0 < 0 }) {
      throw ListChangesError(.negativeCount, "There cannot be \(count) rows in a section.")
    }
  }

  private func validate(_ paths: [RowPath], _ role: String) throws(ListChangesError) {
    guard let (former, latter) = paths.firstNotAscending else { return }
    throw ListChangesError(
      .notAscending, "Row \(latter) is listed as \(role) after \(former): paths must ascend.")
  }

  private func validate(_ path: RowPath, isKnown: Bool) throws(ListChangesError) {
    if isKnown { return }
    throw ListChangesError(
      .rowOfNoSection, "The section of row \(path) was removed or inserted, or does not exist.")
  }

  private func validateRows() throws(ListChangesError) {
    let changed = rowsBySection
    for number in newCounts.indices {
      guard let old = sections.oldPosition(of: number) else { continue }
      let rows = changed[number] ?? SectionRows(old: old)
      do {
        try changes(of: rows, inNewSection: number).validate()
      } catch {
        throw ListChangesError(error.code, "Section \(number): \(error.description)")
      }
    }
  }

  /// Updates between two sections must be of moved rows; `validateRows` has checked the others.
  private func validateUpdates() throws(ListChangesError) {
    let moved = Set(moves)
    for update in updates
    where sections.newPosition(of: update.old.section) != update.new.section {
      guard !moved.contains(ListMove(from: update.old, to: update.new)) else { continue }
      throw ListChangesError(
        .updateOfAnotherRow,
        "The row that was at \(update.old) is not at \(update.new), so it cannot be updated there.")
    }
  }
}
