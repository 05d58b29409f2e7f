internal import StageFloor

/// The rows of a drawing: of one object, spans of one row do not overlap.
///
/// All spans of an item share a row.
struct TimelineRows {
  private struct Extent {
    var start: Duration
    var end: Duration
    var spans: [Int]
  }

  /// The row of each span, counted from zero in its object.
  private(set) var rows: [Int]
  /// The number of rows of each object.
  private(set) var counts: [TimelineObject.ID: Int] = [:]

  /// O(*n* log *n*).
  init(_ spans: [TimelineSpan]) {
    rows = Array(repeating: 0, count: spans.count)
    let places = Dictionary(grouping: spans.indices) { spans[$0].object }
    for (object, places) in places {
      let extents = Self.extents(of: places, spans)
      counts[object] = spread(extents)
    }
  }

  private static func extents(of places: [Int], _ spans: [TimelineSpan]) -> [Extent] {
    var extents: [Extent] = []
    var ofItem: [Int: Int] = [:]
    for place in places {
      let span = spans[place]
      if span.item != 0, let known = ofItem[span.item] {
        extents[known].start = min(extents[known].start, span.start)
        extents[known].end = max(extents[known].end, span.end)
        extents[known].spans.append(place)
      } else {
        if span.item != 0 { ofItem[span.item] = extents.count }
        extents.append(Extent(start: span.start, end: span.end, spans: [place]))
      }
    }
    return extents.indices.sorted { (extents[$0].start, $0) < (extents[$1].start, $1) }
      .map { extents[$0] }
  }

  /// Returns the number of rows.
  private mutating func spread(_ extents: [Extent]) -> Int {
    var count = 0
    var busy = DeadlineHeap()
    var free = DeadlineHeap()
    for extent in extents {
      let start = extent.start.wholeNanoseconds
      while let ended = busy.popDue(at: start) { _ = free.insert(ended.id, at: Int64(ended.id)) }
      // The uppermost free row.
      let row = free.popDue(at: .max).map { Int($0.id) } ?? count
      count = max(count, row + 1)
      for span in extent.spans { rows[span] = row }
      // Another one that begins at the same moment has a row of its own.
      _ = busy.insert(UInt64(row), at: max(start + 1, extent.end.wholeNanoseconds))
    }
    return count
  }
}
