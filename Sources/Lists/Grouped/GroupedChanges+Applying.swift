internal import StageFloor

extension GroupedChanges {
  /// Returns the new path of a row.
  ///
  /// - Parameter old: A path before the changes.
  /// - Returns: The path after them; nil if the row was removed, alone or with its section, and
  ///   after a reset.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func newPath(of old: RowPath) -> RowPath? {
    if let move = moves.first(where: { $0.source == old }) { return move.target }
    guard let section = sections.newPosition(of: old.section),
      let row = rows(ofSection: section).newPosition(of: old.row)
    else { return nil }
    return RowPath(section: section, row: row)
  }

  /// Returns the old path of a row.
  ///
  /// - Parameter new: A path after the changes.
  /// - Returns: The path before them; nil if the row was inserted, alone or with its section, and
  ///   after a reset.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func oldPath(of new: RowPath) -> RowPath? {
    if let move = moves.first(where: { $0.target == new }) { return move.source }
    guard newCounts.indices.contains(new.section),
      let section = sections.oldPosition(of: new.section),
      let row = rows(ofSection: new.section).oldPosition(of: new.row)
    else { return nil }
    return RowPath(section: section, row: row)
  }

  /// Replays the changes on arrays.
  ///
  /// - Parameters:
  ///   - sections: For each old section, one value for each of its rows.
  ///   - newRow: Creates the value for a new path. It is called for insertions and updates, for all
  ///     rows of inserted sections, and after a reset for every path, in ascending order.
  /// - Returns: For each new section, one value for each of its rows.
  /// - Throws: The error thrown by `newRow`.
  /// - Precondition: The numbers of rows are ``oldCounts``.
  /// - Complexity: O(*n*).
  public func apply<Row, Failure>(
    to sections: [[Row]], newRow: (_ path: RowPath) throws(Failure) -> Row
  ) throws(Failure) -> [[Row]] {
    require(
      sections.map(\.count) == oldCounts,
      """
      These changes begin with \(oldCounts) rows in their sections, and cannot be applied to \
      \(sections.map(\.count)). Apply them to the sections of the version at which they begin.
      """)
    let changed = rowsBySection
    let sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.target, $0.source) })
    let updated = Set(updates.map(\.new))
    var result: [[Row]] = []
    for number in newCounts.indices {
      guard let old = self.sections.oldPosition(of: number) else {
        var rows: [Row] = []
        while rows.count < newCounts[number] {
          rows.append(try newRow(RowPath(section: number, row: rows.count)))
        }
        result.append(rows)
        continue
      }
      guard let rows = changed[number] else {
        result.append(sections[old])
        continue
      }
      let changes = changes(of: rows, inNewSection: number)
      result.append(
        try changes.apply(to: sections[old]) { (row) throws(Failure) -> Row in
          let path = RowPath(section: number, row: row)
          guard let source = sources[path], !updated.contains(path) else { return try newRow(path) }
          return sections[source.section][source.row]
        })
    }
    return result
  }
}
