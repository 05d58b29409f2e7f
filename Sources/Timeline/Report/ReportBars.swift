internal import StagecraftTraces

/// The bars of a page: spans, and short ones that follow each other in one bar.
struct ReportBars {
  struct Bar {
    var start: Duration
    var end: Duration
    var row: Int
    /// The place of the first span.
    var first: Int
    var count = 1
  }

  static let limit = 20_000
  static let rowLimit = 200

  /// In order of time, of each object.
  private(set) var bars: [Bar]
  /// A sentence if spans were merged.
  private(set) var note: String?
  private let spans: [TimelineSpan]

  init(_ spans: [TimelineSpan], _ rows: TimelineRows, in duration: Duration) {
    self.spans = spans
    bars = spans.indices.map {
      Bar(
        start: spans[$0].start, end: spans[$0].end, row: min(rows.rows[$0], Self.rowLimit - 1),
        first: $0)
    }
    guard spans.count > Self.limit else { return }
    let all = bars
    // A thousandth of a pixel at first.
    var threshold = max(.nanoseconds(1), duration / 1_000_000)
    while true {
      bars = merged(all, below: threshold)
      // The limit is exceeded only by rows that have several phases.
      if bars.count <= Self.limit || threshold > duration { break }
      threshold = threshold * 2
    }
    let count = bars.reduce(0) { $0 + ($1.count > 1 ? $1.count : 0) }
    note =
      "\(count) of \(spans.count) spans, each shorter than \(TraceText.brief(threshold)),"
      + " are drawn together with their neighbours. The table has all of them."
  }

  private func merged(_ all: [Bar], below threshold: Duration) -> [Bar] {
    struct Key: Hashable {
      var object: Int
      var row: Int
      var phase: TimelineEvent.Phase
    }
    var bars: [Bar] = []
    var open: [Key: Int] = [:]
    for bar in all {
      let span = spans[bar.first]
      guard span.duration < threshold else {
        bars.append(bar)
        continue
      }
      let key = Key(object: span.object, row: bar.row, phase: span.phase)
      if let known = open[key], span.start - bars[known].end <= threshold,
        span.end - bars[known].start <= threshold * 16
      {
        bars[known].end = max(bars[known].end, span.end)
        bars[known].count += 1
      } else {
        open[key] = bars.count
        bars.append(bar)
      }
    }
    return bars
  }
}
