internal import StageFloor

extension ListPresenter {
  /// The user has dragged a row to another place, and the surface shows it there already.
  ///
  /// Call this when the surface says so, then make the edit, which need not wait:
  ///
  /// ```swift
  /// let order = presenter.row(at: source)
  /// presenter.surfaceMovedRow(from: source, to: target)
  /// try orders.move(order.id, to: target.row, origin: presenter.gestures)
  /// ```
  ///
  /// In the next turn the surface is told of what differs from what it shows: nothing, if the edit
  /// did what the user did and nobody else edited the list. If the edit was refused, the row moves
  /// back. A surface with several sections reloads.
  ///
  /// - Parameters:
  ///   - source: where the row was.
  ///   - target: where it is.
  /// - Precondition: there is such a row, and such a place.
  public func surfaceMovedRow(from source: RowPath, to target: RowPath) {
    let counts = surfaceMoves.last?.newCounts ?? rows.rowCounts
    require(
      counts.indices.contains(source.section) && (0..<counts[source.section]).contains(source.row),
      "There is no row \(source) to be moved: the sections have \(counts) rows.")
    var newCounts = counts
    newCounts[source.section] -= 1
    require(
      counts.indices.contains(target.section)
        && (0...newCounts[target.section]).contains(target.row),
      """
      There is no place \(target) to which a row could be moved: without the row the sections have \
      \(newCounts) rows.
      """)
    newCounts[target.section] += 1
    surfaceMoves.append(
      GroupedChanges(
        trusting: counts, newCounts, sections: .none(count: counts.count),
        moves: source == target ? [] : [GroupedMove(from: source, to: target)]))
    presentLater()
  }
}

extension GroupedChanges {
  /// Other changes, followed by these; a reset unless all of it stays in one section.
  func following(_ first: GroupedChanges) -> GroupedChanges {
    guard !first.isReset, !isReset, first.oldCounts.count == 1, newCounts.count == 1,
      first.sections.isEmpty, sections.isEmpty
    else { return .reset(from: first.oldCounts, to: newCounts) }
    return GroupedChanges(first.rows(ofSection: 0).composed(with: rows(ofSection: 0)))
  }

  /// The way back of moves.
  var inverted: GroupedChanges {
    GroupedChanges(
      trusting: newCounts, oldCounts, sections: sections.inverted, removals: insertions,
      insertions: removals,
      moves: moves.map { GroupedMove(from: $0.target, to: $0.source) }
        .sorted { $0.target < $1.target })
  }
}
