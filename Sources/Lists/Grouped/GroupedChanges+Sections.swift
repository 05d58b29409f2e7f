internal import StageFloor

extension GroupedChanges {
  struct SectionRows {
    var old: Int
    var removals: [Int] = []
    var insertions: [Int] = []
    var moves: [ListMove<Int>] = []
    var updates: [ListUpdate<Int>] = []
  }

  /// By the new numbers of the sections; moves between sections are removals and insertions.
  var rowsBySection: [Int: SectionRows] {
    var result: [Int: SectionRows] = [:]
    for path in removals { rows(ofOld: path.section, in: &result) { $0.removals.append(path.row) } }
    for path in insertions {
      rows(ofNew: path.section, in: &result) { $0.insertions.append(path.row) }
    }
    for move in moves {
      if sections.newPosition(of: move.source.section) == move.target.section {
        rows(ofNew: move.target.section, in: &result) {
          $0.moves.append(ListMove(from: move.source.row, to: move.target.row))
        }
      } else {
        rows(ofOld: move.source.section, in: &result) { $0.removals.append(move.source.row) }
        rows(ofNew: move.target.section, in: &result) { $0.insertions.append(move.target.row) }
      }
    }
    for update in updates
    where sections.newPosition(of: update.old.section) == update.new.section {
      rows(ofNew: update.new.section, in: &result) {
        $0.updates.append(ListUpdate(old: update.old.row, new: update.new.row))
      }
    }
    for number in result.keys {
      result[number]?.removals.sort()
      result[number]?.insertions.sort()
    }
    return result
  }

  private func rows(
    ofOld section: Int, in result: inout [Int: SectionRows], _ body: (inout SectionRows) -> Void
  ) {
    guard let new = sections.newPosition(of: section) else { return }
    body(&result[new, default: SectionRows(old: section)])
  }

  private func rows(
    ofNew section: Int, in result: inout [Int: SectionRows], _ body: (inout SectionRows) -> Void
  ) {
    guard let old = sections.oldPosition(of: section) else { return }
    body(&result[section, default: SectionRows(old: old)])
  }

  func changes(of rows: SectionRows, inNewSection number: Int) -> ListChanges {
    ListChanges(
      trusting: oldCounts[rows.old], newCounts[number], removals: rows.removals,
      insertions: rows.insertions, moves: rows.moves, updates: rows.updates)
  }

  /// Returns the changes of one section's rows, as those of a separate list.
  ///
  /// Rows that have moved from another section are insertions, and rows that have moved to another
  /// one are removals.
  ///
  /// - Parameter number: The new number of a section.
  /// - Returns: The changes; a reset if the section was inserted, or if all sections are reset.
  /// - Precondition: The section exists.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func rows(ofSection number: Int) -> ListChanges {
    require(
      newCounts.indices.contains(number),
      "There is no section \(number): there are \(newCounts.count) after these changes.")
    guard let old = sections.oldPosition(of: number) else {
      return .reset(from: 0, to: newCounts[number])
    }
    guard let rows = rowsBySection[number] else { return .none(count: oldCounts[old]) }
    return changes(of: rows, inNewSection: number)
  }
}
