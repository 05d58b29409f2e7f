public import StageFloor

/// A plan that turns one list into another: which rows stay, which come, and which of them move.
///
/// Most rows of a list that is replaced are where they were. So the plan first compares the two
/// lists row by row, which needs no hash: from the beginning, from the end, and in between with
/// looking ahead where they differ. Only the rows that remain on both sides, the *rests*, are found
/// by the hashes of their ids. Finding the plan calls only the user's ids and comparisons.
@usableFromInline
struct ReplacementPlan<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @frozen
  @usableFromInline
  struct OldRow {
    @usableFromInline let leaf: LeafNode<Element>
    @usableFromInline let slot: Int

    @inlinable
    init(leaf: LeafNode<Element>, slot: Int) {
      self.leaf = leaf
      self.slot = slot
    }

    @inlinable var element: UnsafePointer<Element> {
      @inline(__always) get { UnsafePointer(leaf.elements + slot) }
    }
  }

  @usableFromInline var rows: [Element]
  @usableFromInline var rejected: [Element] = []
  @usableFromInline var head = 0
  @usableFromInline var tail = 0
  /// The new positions of the rows in head and tail that have new content, ascending.
  @usableFromInline var changedInHead: [Int] = []
  @usableFromInline var changedInTail: [Int] = []

  // The rows between head and tail, numbered from 0 in each list.

  @usableFromInline var olds: [OldRow] = []
  /// For each new row the number of the old one; -1 if there is none.
  @usableFromInline var sources: [Int] = []
  @usableFromInline var isChanged: [Bool] = []
  /// The hashes of the ids of new rows; 0 if not known.
  @usableFromInline var hashes: [UInt64] = []
  /// Which of the new rows are old rows that move; empty if none do.
  @usableFromInline var movers: [Bool] = []

  @inlinable
  init(_ elements: some Sequence<Element>) {
    rows = Array(elements)
  }

  @inlinable var hasWork: Bool {
    !olds.isEmpty || !sources.isEmpty || !changedInHead.isEmpty || !changedInTail.isEmpty
  }

  @inlinable
  mutating func compare(
    with old: ListVersion<Element>, unless isSame: (Element, Element) -> Bool
  ) {
    if find(in: old, unless: isSame) { return }
    // A row of the new list has the id of an earlier one. This is rare, so all is done again.
    rejectDuplicates()
    (head, tail, changedInHead, changedInTail, olds) = (0, 0, [], [], [])
    let isFound = find(in: old, unless: isSame)
    precondition(isFound, "duplicates are left")
  }

  @inlinable
  mutating func find(
    in old: ListVersion<Element>, unless isSame: (Element, Element) -> Bool
  ) -> Bool {
    let rows = rows
    return rows.withUnsafeBufferPointer { new in
      matchHead(old, new, isSame)
      matchTail(old, new, isSame)
      let middle = UnsafeBufferPointer(rebasing: new[head..<new.count - tail])
      collectOldRows(of: old)
      sources = Array(repeating: -1, count: middle.count)
      isChanged = Array(repeating: false, count: middle.count)
      let rests = matchSideBySide(
        middle, after: rowsGone(before: middle, in: old), isSame)
      guard matchRests(rests, of: old, middle, isSame) else { return false }
      chooseMovers()
      return true
    }
  }

  @inlinable
  mutating func rejectDuplicates() {
    let all = rows
    rows = []
    rows.reserveCapacity(all.count)
    var table = ProbeTable(expecting: all.count)
    for element in all {
      let id = element.id
      let hash = ProbeTable.shortened(ListTree<Element>.hash(of: id))
      if table.insert(rows.count, hash: hash, unless: { rows[$0].id == id }) {
        rows.append(element)
      } else {
        rejected.append(element)
      }
    }
  }

  @inlinable
  mutating func chooseMovers() {
    movers = []
    var last = -1
    for source in sources where source >= 0 {
      if source < last {
        movers = sources.map { $0 >= 0 }
        for target in IncreasingSubsequence.longest(in: sources) { movers[target] = false }
        return
      }
      last = source
    }
  }
}

// MARK: - Carrying out

extension ReplacementPlan {
  @inlinable
  func perform(on rebuilder: inout TreeRebuilder<Element>) {
    keep(0..<head, changed: changedInHead, on: &rebuilder)
    // The number of the next old row, and how many rows before it are to be kept.
    var (next, kept) = (0, 0)
    for (target, source) in sources.enumerated() {
      let isMover = !movers.isEmpty && movers[target]
      if source == next, !isMover, !isChanged[target] {
        (next, kept) = (next + 1, kept + 1)
        continue
      }
      if kept > 0 { rebuilder.keep(kept) }
      kept = 0
      if source < 0 || isMover {
        add(target, source, to: &rebuilder)
        continue
      }
      if source > next { rebuilder.drop(source - next) }
      next = source + 1
      if isChanged[target] { rebuilder.update(with: rows[head + target]) } else { kept = 1 }
    }
    if kept > 0 { rebuilder.keep(kept) }
    if next < olds.count { rebuilder.drop(olds.count - next) }
    keep(rows.count - tail..<rows.count, changed: changedInTail, on: &rebuilder)
  }

  @inlinable
  func add(_ target: Int, _ source: Int, to rebuilder: inout TreeRebuilder<Element>) {
    var hash = hashes.isEmpty ? 0 : hashes[target]
    if hash == 0 { hash = ListTree<Element>.hash(of: rows[head + target].id) }
    if source < 0 || isChanged[target] {
      return rebuilder.insert(rows[head + target], hash: hash)
    }
    let old = olds[source]
    rebuilder.move(
      TreePlace(leaf: old.leaf, slot: old.slot, position: head + source), hash: hash)
  }

  @inlinable
  func keep(
    _ positions: Range<Int>, changed: [Int], on rebuilder: inout TreeRebuilder<Element>
  ) {
    var next = positions.lowerBound
    for position in changed {
      if position > next { rebuilder.keep(position - next) }
      rebuilder.update(with: rows[position])
      next = position + 1
    }
    if next < positions.upperBound { rebuilder.keep(positions.upperBound - next) }
  }
}

// MARK: - Reporting

extension ReplacementPlan {
  /// Returns what comparing the two versions would find; a reset beyond the usual limit.
  @inlinable
  func changes(from oldCount: Int) -> ListChanges {
    var (arrivals, moves) = (0, 0)
    for source in sources where source < 0 { arrivals += 1 }
    for isMover in movers where isMover { moves += 1 }
    let departures = olds.count - (sources.count - arrivals)
    guard arrivals + moves + departures <= ListStep.limit(from: oldCount, to: rows.count) else {
      return .reset(from: oldCount, to: rows.count)
    }
    var (removals, insertions): ([Int], [Int]) = ([], [])
    var (movesByTarget, movesBySource): ([ListMove<Int>], [ListMove<Int>]) = ([], [])
    removals.reserveCapacity(departures)
    insertions.reserveCapacity(arrivals)
    movesByTarget.reserveCapacity(moves)
    movesBySource.reserveCapacity(moves)
    var updates = changedInHead.map { ListUpdate(old: $0, new: $0) }
    // For each old row its target if it moves, -1 if it goes, -2 if it stays.
    let hasLosses = departures + moves > 0
    var targets = Array(repeating: -1, count: hasLosses ? olds.count : 0)
    for (target, source) in sources.enumerated() {
      if source < 0 {
        insertions.append(head + target)
        continue
      }
      let isMover = !movers.isEmpty && movers[target]
      if isMover { movesByTarget.append(ListMove(from: head + source, to: head + target)) }
      if hasLosses { targets[source] = isMover ? target : -2 }
      if isChanged[target] {
        updates.append(ListUpdate(old: head + source, new: head + target))
      }
    }
    for (source, target) in targets.enumerated() where target > -2 {
      if target < 0 {
        removals.append(head + source)
      } else {
        movesBySource.append(ListMove(from: head + source, to: head + target))
      }
    }
    for position in changedInTail {
      updates.append(ListUpdate(old: position + oldCount - rows.count, new: position))
    }
    return ListChanges(
      trusting: oldCount, rows.count, removals: removals, insertions: insertions,
      moves: movesByTarget, movesBySource: movesBySource, updates: updates)
  }
}
