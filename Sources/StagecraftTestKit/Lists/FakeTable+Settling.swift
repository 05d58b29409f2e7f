internal import StagecraftLists

extension FakeTable {
  /// Computes the cells row by row, sharing no arithmetic with the code under test; `nil` if
  /// inconsistent.
  func settle(_ batch: FakeTableBatch) -> [[FakeCell]]? {
    let count = violations.count
    guard let origins = settleSections(batch) else { return nil }
    var leaving = settleDepartures(batch)
    let arriving = settleArrivals(batch, origins: origins)
    guard violations.count == count else { return nil }

    for path in batch.reloadedRows { leaving[path] = false }
    var result: [[FakeCell]] = []
    for (section, origin) in origins.enumerated() {
      let count = rowCount(section)
      guard let origin else {
        result.append((0..<count).map { request(RowPath(section: section, row: $0)) })
        continue
      }
      let staying = cells[origin].indices.filter {
        leaving[RowPath(section: origin, row: $0)] != true
      }
      let added = arriving.keys.count { $0.section == section }
      guard staying.count + added == count else {
        note(
          .countsAgree,
          """
          Section \(section) had \(cells[origin].count) rows: \
          \(cells[origin].count - staying.count) removed and \(added) inserted makes \
          \(staying.count + added), but the data source has \(count).
          """)
        return nil
      }
      var next = staying.makeIterator()
      result.append(
        (0..<count).map { row in
          let path = RowPath(section: section, row: row)
          if let source = arriving[path] { return source.map { self[$0] } ?? request(path) }
          guard let old = next.next() else { return request(path) }
          let source = RowPath(section: origin, row: old)
          return leaving[source] == nil ? self[source] : request(path)
        })
    }
    return result
  }

  /// Returns the original section of each new section, or `nil` if it was inserted.
  private func settleSections(_ batch: FakeTableBatch) -> [Int?]? {
    let before = violations.count
    var gone = Set<Int>()
    for section in batch.removedSections + batch.reloadedSections
      + batch.movedSections.map(\.source)
    {
      if !cells.indices.contains(section) {
        note(.positionsExist, "Section \(section) does not exist: there were \(cells.count).")
      } else if !gone.insert(section).inserted {
        note(.leavesOnce, "Section \(section) is removed, moved or reloaded twice.")
      }
    }
    for move in batch.movedSections where move.source == move.target {
      note(.movesMove, "Section \(move.source) is moved to its own position.")
    }
    let count = sectionCount
    var origins = [Int??](repeating: nil, count: count)
    let targets =
      batch.insertedSections.map { ($0, Int?.none) }
      + batch.movedSections.map { ($0.target, $0.source) }
    for (target, source) in targets {
      if !origins.indices.contains(target) {
        note(.positionsExist, "There is no section \(target) after the batch: there are \(count).")
      } else if origins[target] != nil {
        note(.filledOnce, "Section \(target) is filled twice.")
      } else {
        origins[target] = .some(source)
      }
    }
    guard violations.count == before else { return nil }
    // A reloaded section keeps its position, but all its cells are new.
    let staying = cells.indices.filter { !gone.contains($0) || batch.reloadedSections.contains($0) }
    guard staying.count + targets.count == count else {
      note(
        .countsAgree,
        """
        There were \(cells.count) sections: \(cells.count - staying.count) removed and \
        \(targets.count) inserted makes \(staying.count + targets.count), but the data source has \
        \(count).
        """)
      return nil
    }
    var next = staying.makeIterator()
    return origins.map { origin in
      if let origin { return origin }
      guard let section = next.next() else { return nil }
      return batch.reloadedSections.contains(section) ? nil : section
    }
  }

  private func settleDepartures(_ batch: FakeTableBatch) -> [RowPath: Bool] {
    let lost = Set(batch.removedSections + batch.reloadedSections)
    var leaving: [RowPath: Bool] = [:]
    for path in batch.removedRows + batch.movedRows.map(\.source) + batch.reloadedRows {
      if !cells.indices.contains(path.section) || !cells[path.section].indices.contains(path.row) {
        note(.positionsExist, "Row \(path) does not exist before the batch.")
      } else if lost.contains(path.section) {
        note(.leavesOnce, "Row \(path) is changed, but so is its whole section.")
      } else if leaving.updateValue(true, forKey: path) != nil {
        note(.leavesOnce, "Row \(path) is removed, moved or reloaded twice.")
      }
    }
    return leaving
  }

  /// Returns the filled positions, each with the row's old position, or `nil` if it was inserted.
  private func settleArrivals(
    _ batch: FakeTableBatch, origins: [Int?]
  ) -> [RowPath: RowPath?] {
    var arriving: [RowPath: RowPath?] = [:]
    for move in batch.movedRows where move.source == move.target {
      note(.movesMove, "Row \(move.source) is moved to its own position.")
    }
    let targets =
      batch.insertedRows.map { ($0, RowPath?.none) }
      + batch.movedRows.map { ($0.target, $0.source) }
    for (path, source) in targets {
      if !origins.indices.contains(path.section) || path.row < 0
        || path.row >= rowCount(path.section)
      {
        note(.positionsExist, "Row \(path) does not exist after the batch.")
      } else if origins[path.section] == nil {
        note(.filledOnce, "Position \(path) is filled, but its whole section is inserted.")
      } else if arriving.updateValue(source, forKey: path) != nil {
        note(.filledOnce, "Position \(path) is filled twice.")
      }
    }
    return arriving
  }
}
