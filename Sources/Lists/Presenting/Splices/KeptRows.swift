/// The rows that a surface shows, and that must not be replaced while they exist.
struct KeptRows: Equatable, Sendable {
  /// Ranges of positions: ascending, not empty, and neither overlapping nor adjacent.
  let ranges: [Range<Int>]

  init(_ ranges: [Range<Int>], count: Int) {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let range = range.clamped(to: 0..<count)
      guard !range.isEmpty else { continue }
      if let last = result.last, range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, range.upperBound)
        result[result.count - 1] = last.lowerBound..<end
      } else {
        result.append(range)
      }
    }
    self.ranges = result
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// The kept rows that can stay: as many as possible of those that exist after the changes, in an
  /// order that has not changed; O(*r* log *r*), where *r* is the number of kept rows.
  func stayingRows(newPosition: (_ old: Int) -> Int?) -> [StayingRow] {
    var rows: [StayingRow] = []
    var isAscending = true
    for range in ranges {
      for old in range {
        guard let new = newPosition(old) else { continue }
        if let last = rows.last, new < last.new { isAscending = false }
        rows.append(StayingRow(old: old, new: new))
      }
    }
    if isAscending { return rows }
    return IncreasingSubsequence.longest(in: rows.map(\.new)).map { rows[$0] }
  }
}

struct StayingRow: Equatable, Sendable {
  var old: Int
  var new: Int
}
