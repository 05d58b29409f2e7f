internal import StageFloor
internal import StagecraftTraces

extension TimelineRecording {
  /// Returns the recording in Chrome's format, which Perfetto (ui.perfetto.dev) opens.
  ///
  /// Each object is a process, in whose threads its spans do not overlap; the phases of an item are
  /// in one thread. Counters are counters, and marks are instants. An arrow leads to an operation
  /// from the one that it waited for last, to a step of a graph from each that it depends on, and
  /// to a wait for a pool from the loan whose end gave it an element: the one that ended nearest to
  /// it, within a millisecond.
  ///
  /// Events are sorted by time. The text is UTF-8 JSON; the caller writes it to a file.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func chromeJSON() -> String {
    var events = ChromeEvents()
    let spans = spans
    let rows = TimelineRows(spans)
    for object in objects {
      // Perfetto hides the process with the number zero.
      events.nameProcess(object.id &+ 1, "\(object.name) (\(object.kind.rawValue))")
      for row in 0..<(rows.counts[object.id] ?? 0) {
        events.nameThread(row + 1, of: object.id &+ 1, row == 0 ? object.name : "+\(row)")
      }
    }
    for (span, row) in zip(spans, rows.rows) {
      let ending = span.ending.map { "\($0)" } ?? "unfinished"
      let length = TraceText.microseconds(span.duration)
      events.add(
        "X", at: span.start, process: span.object &+ 1, thread: row + 1,
        category: "\(span.phase)", name: span.title,
        #","dur":\#(length),"args":{"phase":"\#(span.phase)","ending":"\#(ending)","#
          + #""item":\#(span.item)}"#)
    }
    for event in self.events {
      switch event.kind {
      case .count(let value):
        events.add(
          "C", at: event.time, process: event.object &+ 1, thread: 0, category: "count",
          name: event.name, #","args":{"value":\#(value)}"#)
      case .mark:
        events.add(
          "i", at: event.time, process: event.object &+ 1, thread: 0, category: "mark",
          name: event.name, #","s":"p""#)
      case .began, .ended, .period, .follows: break
      }
    }
    for (number, link) in TimelineLinks(self, spans).links.enumerated() {
      let (from, to) = (spans[link.from], spans[link.to])
      // The wait ends with the element, and its slice excludes the end.
      let arriving = link.isHandOver ? max(to.start, to.end - .nanoseconds(1)) : to.start
      events.addArrow(
        number + 1, from: from.start, from.end, thread: rows.rows[link.from] + 1, to: arriving,
        thread: rows.rows[link.to] + 1, process: from.object &+ 1,
        category: link.isHandOver ? "handover" : "dependency",
        name: link.isHandOver ? "hands over" : "follows")
    }
    return events.json
  }
}

extension TimelineSpan {
  /// The name, and the phase unless the item runs.
  var title: String {
    if phase == .running { return name.isEmpty ? "running" : name }
    return name.isEmpty ? phase.words : "\(name): \(phase.words)"
  }
}

extension TimelineEvent.Phase {
  /// For display.
  var words: String {
    switch self {
    case .onLoan: "on loan"
    default: "\(self)"
    }
  }
}

extension TimelineEvent.Ending {
  /// For display, after “it”.
  var words: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    case .skipped: "was skipped"
    case .timedOut: "timed out"
    case .refused: "was refused"
    case .lost: "was lost"
    }
  }
}
