internal import StageFloor

extension ListPresenter {
  /// Informs the presenter that the user has dragged a row, and that the surface already shows it
  /// at its new place.
  ///
  /// Call this when the surface reports the move. Then make the edit, immediately or later:
  ///
  /// ```swift
  /// let order = presenter.row(at: source)
  /// presenter.surfaceMovedRow(from: source, to: target)
  /// try orders.move(order.id, to: target.row, origin: presenter.gestures)
  /// ```
  ///
  /// In the next turn, the surface receives the difference from what it shows: nothing, if the edit
  /// matches the gesture and the list has not been edited otherwise. If the edit was refused, the
  /// row moves back. A surface with several sections reloads.
  ///
  /// - Parameters:
  ///   - source: The path of the row before the move.
  ///   - target: The path of the row after the move.
  /// - Precondition: Both paths exist.
  public func surfaceMovedRow(from source: RowPath, to target: RowPath) {
    let counts = surfaceMoves.last?.newCounts ?? rows.rowCounts
    require(
      counts.indices.contains(source.section) && (0..<counts[source.section]).contains(source.row),
      "There is no row \(source) to move: the sections have \(counts) rows.")
    var newCounts = counts
    newCounts[source.section] -= 1
    require(
      counts.indices.contains(target.section)
        && (0...newCounts[target.section]).contains(target.row),
      """
      There is no position \(target) to move a row to: without the row, the sections have \
      \(newCounts) rows.
      """)
    newCounts[target.section] += 1
    surfaceMoves.append(
      GroupedChanges(
        trusting: counts, newCounts, sections: .none(count: counts.count),
        moves: source == target ? [] : [ListMove(from: source, to: target)]))
    presentLater()
  }
}

extension GroupedChanges {
  /// Returns other changes followed by these; a reset unless there is only one section.
  func following(_ first: GroupedChanges) -> GroupedChanges {
    guard !first.isReset, !isReset, first.oldCounts.count == 1, newCounts.count == 1,
      first.sections.isEmpty, sections.isEmpty
    else { return .reset(from: first.oldCounts, to: newCounts) }
    return GroupedChanges(first.rows(ofSection: 0).composed(with: rows(ofSection: 0)))
  }

  var inverted: GroupedChanges {
    GroupedChanges(
      trusting: newCounts, oldCounts, sections: sections.inverted, removals: insertions,
      insertions: removals,
      moves: moves.map { ListMove(from: $0.target, to: $0.source) }
        .sorted { $0.target < $1.target })
  }
}
