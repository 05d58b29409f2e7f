public import StageFloor

extension TreeComparison {
  /// Returns the changes after both copies have been walked; nil if they exceed the limit.
  ///
  /// Two unmatched elements with the same id and the same place are one element that was only
  /// relabelled. If the places differ, the element was moved, or removed and inserted again, which
  /// is equivalent.
  @inlinable
  consuming func changes(from oldCount: Int, to newCount: Int) -> ListChanges? {
    var insertions: [Int] = []
    var moves: [ListMove<Int>] = []
    var others: [ListUpdate<Int>] = []
    var isMatched = [Bool](repeating: false, count: unmatchedNew.isEmpty ? 0 : unmatchedOld.count)
    let table = unmatchedNew.isEmpty ? ProbeTable() : makeTable()
    for row in unmatchedNew {
      guard let match = match(of: row, in: table) else {
        insertions.append(row.position)
        continue
      }
      isMatched[match] = true
      let old = unmatchedOld[match]
      if old.place != row.place {
        moves.append(ListMove(from: old.position, to: row.position))
      }
      if old.revision != row.revision {
        others.append(ListUpdate(old: old.position, new: row.position))
      }
    }
    var removals: [Int] = []
    for (number, row) in unmatchedOld.enumerated() where isMatched.isEmpty || !isMatched[number] {
      removals.append(row.position)
    }
    guard removals.count + insertions.count + moves.count <= limit else { return nil }
    let changes = ListChanges(
      trusting: oldCount, newCount, removals: removals, insertions: insertions, moves: moves,
      updates: Self.merge(updates, others))
    return moves.isEmpty ? changes : changes.withoutIdleMoves()
  }

  @inlinable
  func makeTable() -> ProbeTable {
    var table = ProbeTable(expecting: unmatchedOld.count)
    for (number, row) in unmatchedOld.enumerated() {
      table.insert(number, hash: hash(of: row))
    }
    return table
  }

  @inlinable
  @inline(__always)
  func match(of row: UnmatchedRow, in table: ProbeTable) -> Int? {
    guard !unmatchedOld.isEmpty else { return nil }
    let id = row.element.pointee.id
    return table.find(hash(of: row)) { unmatchedOld[$0].element.pointee.id == id }
  }

  @inlinable
  @inline(__always)
  func hash(of row: UnmatchedRow) -> UInt32 {
    ProbeTable.shortened(UInt64(truncatingIfNeeded: row.element.pointee.id.hashValue))
  }

  /// Both arrays ascend by new position.
  @usableFromInline
  static func merge(_ some: [ListUpdate<Int>], _ others: [ListUpdate<Int>]) -> [ListUpdate<Int>] {
    guard !others.isEmpty else { return some }
    guard !some.isEmpty else { return others }
    var result: [ListUpdate<Int>] = []
    result.reserveCapacity(some.count + others.count)
    var next = 0
    for update in some {
      while next < others.count, others[next].new < update.new {
        result.append(others[next])
        next += 1
      }
      result.append(update)
    }
    result.append(contentsOf: others[next...])
    return result
  }
}
