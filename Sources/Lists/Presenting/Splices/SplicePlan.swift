/// The splices of a transition that leave the kept rows of a surface in place, and the rows that
/// are to be updated afterwards.
///
/// Both versions are cut at the kept rows that stay, and at the ends of the kept ranges. What has
/// changed between two cuts becomes one splice.
struct SplicePlan: Equatable, Sendable {
  private(set) var splices: [ListSplice] = []
  private(set) var updates: [Int]
  /// The number of rows that a toolkit searches in no time.
  static let searchableRows = 64
  /// Where the rows begin that are not planned yet.
  private var start = (old: 0, new: 0)

  /// O((*r* + 1) log (*r* + *k*)), where *r* is the number of kept rows, and *k* that of changes.
  init(_ changes: ListChanges, keeping kept: KeptRows) {
    updates = changes.updates.map(\.new)
    guard changes.structuralCount > 0 else { return }
    var staying = kept.stayingRows { changes.newPosition(of: $0) }[...]
    for range in kept.ranges {
      cut(at: range.lowerBound, isEnd: false, of: changes, before: staying.first)
      while let row = staying.first, row.old < range.upperBound {
        splice(to: (row.old, row.new), by: changes)
        start = (row.old + 1, row.new + 1)
        staying.removeFirst()
      }
      cut(at: range.upperBound, isEnd: true, of: changes, before: staying.first)
    }
    splice(to: (changes.oldCount, changes.newCount), by: changes)
  }

  /// Plans a reset, after which all rows may differ; all rows that stay are updated.
  ///
  /// If there are many, rows are removed and inserted by different splices: a toolkit that has lost
  /// a row to a splice of both searches all inserted rows for it.
  init(resetFrom oldCount: Int, to newCount: Int, staying: [StayingRow]) {
    updates = staying.map(\.new)
    for row in staying + [StayingRow(old: oldCount, new: newCount)] {
      let (removed, inserted) = (row.old - start.old, row.new - start.new)
      if max(removed, inserted) <= Self.searchableRows {
        append(ListSplice(position: start.new, removed: removed, inserted: inserted))
      } else {
        append(ListSplice(position: start.new, removed: removed, inserted: 0))
        append(ListSplice(position: start.new, removed: 0, inserted: inserted))
      }
      start = (row.old + 1, row.new + 1)
    }
  }

  static func == (one: SplicePlan, other: SplicePlan) -> Bool {
    one.splices == other.splices && one.updates == other.updates
  }

  private mutating func append(_ splice: ListSplice) {
    if splice.removed + splice.inserted > 0 { splices.append(splice) }
  }

  /// Ends a splice at the end of a kept range, so that a row that is removed there is not in one
  /// splice with distant changes; rows inserted at this place are in the splice outside the range.
  private mutating func cut(
    at old: Int, isEnd: Bool, of changes: ListChanges, before next: StayingRow?
  ) {
    let new = changes.newBoundary(before: old, isEarliest: isEnd)
    // Moved rows that stay can be on the other side.
    let bound = next?.new ?? changes.newCount
    splice(to: (old, min(max(new, start.new), bound)), by: changes)
  }

  private mutating func splice(to end: (old: Int, new: Int), by changes: ListChanges) {
    let (head, tail) = changes.unchangedRows(from: start, to: end)
    append(
      ListSplice(
        position: start.new + head, removed: end.old - start.old - head - tail,
        inserted: end.new - start.new - head - tail))
    start = end
  }
}

extension ListChanges {
  fileprivate func unchangedRows(
    from start: (old: Int, new: Int), to end: (old: Int, new: Int)
  ) -> (head: Int, tail: Int) {
    let length = min(end.old - start.old, end.new - start.new)
    guard length > 0 else { return (0, 0) }
    var (head, tail) = (0, 0)
    if stationaryRows(beforeOld: start.old) == stationaryRows(beforeNew: start.new) {
      let (loss, gain) = (lost.count(below: start.old), gained.count(below: start.new))
      head = min(
        length, (loss < lost.count ? lost[loss] : oldCount) - start.old,
        (gain < gained.count ? gained[gain] : newCount) - start.new)
    }
    if stationaryRows(beforeOld: end.old) == stationaryRows(beforeNew: end.new) {
      let (loss, gain) = (lost.count(below: end.old), gained.count(below: end.new))
      tail = min(
        length - head, end.old - 1 - (loss > 0 ? lost[loss - 1] : -1),
        end.new - 1 - (gain > 0 ? gained[gain - 1] : -1))
    }
    return (head, tail)
  }
}
