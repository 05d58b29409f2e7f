internal import StageFloor
internal import StagecraftTraces

extension TimelineRecording {
  /// Returns a page that shows the recording: one HTML file without other files, for any browser.
  ///
  /// It has the sentences of the ``summary``, lanes on one axis to zoom and to search, and tables
  /// of waits, loans and phases. Short spans that a screen could not show apart are merged; the
  /// tables count all of them. If names repeat, the page of 100,000 events is smaller than 1 MB:
  /// measured for a pool with 300 different names.
  ///
  /// - Parameter title: The title of the page.
  /// - Returns: The page as UTF-8 text.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func reportHTML(title: String = "Timeline") -> String {
    var report = TimelineReport(self, title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(TimelineReport.escaped(title))</title>
      <style>
      \(TimelineReport.style)
      </style>
      </head>
      <body>
      \(TimelineReport.body)
      <script type="application/json" id="data">\(report.json())</script>
      <script>
      \(TimelineReport.script)
      </script>
      </body>
      </html>

      """
  }
}

extension Timeline {
  /// Writes a page that shows what was recorded so far: see
  /// ``TimelineRecording/reportHTML(title:)``.
  ///
  /// A file that exists is replaced once the page is written completely. Only its owner may read
  /// the new one.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - title: The title of the page.
  /// - Throws: ``TimelineFileError`` if the file cannot be written.
  public func report(to path: String, title: String = "Timeline") throws(TimelineFileError) {
    let page = recording.reportHTML(title: title)
    try StreamFile.replace(path, with: Array(page.utf8))
  }
}

/// The data of the page; `ReportScript.swift` reads it.
struct TimelineReport {
  static let spanLimit = 20_000
  static let rowLimit = 200
  static let pointLimit = 1_000
  static let counterLimit = 200
  static let markLimit = 5_000
  static let tableLimit = 1_000
  static let nameLimit = 120

  private let recording: TimelineRecording
  private let title: String
  private let spans: [TimelineSpan]
  /// No two have the same number.
  private let objects: [TimelineObject]
  private let places: [TimelineObject.ID: Int]
  /// Nanoseconds in a tick of the page's times.
  private let unit: Int64
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var notes: [String] = []

  init(_ recording: TimelineRecording, _ title: String) {
    self.recording = recording
    self.title = title
    spans = recording.spans
    var seen: Set<TimelineObject.ID> = []
    objects = recording.objects.filter { seen.insert($0.id).inserted }
    places = Dictionary(objects.enumerated().map { ($1.id, $0) }) { one, _ in one }
    unit = max(1, recording.duration.wholeNanoseconds / 1_000_000_000)
  }

  mutating func json() -> String {
    let objects = objectsJSON()
    let parts = [
      #""title":\#(Self.json(title))"#,
      #""began":\#(recording.began.wholeNanoseconds / 1_000)"#,
      #""unit":\#(unit)"#, #""end":\#(ticks(recording.duration))"#,
      #""phases":[\#(TimelineEvent.Phase.allCases.map { "\"\($0)\"" }.joined(separator: ","))]"#,
      #""endings":[\#(TimelineEvent.Ending.allCases.map { "\"\($0)\"" }.joined(separator: ","))]"#,
      #""findings":[\#(findingsJSON())]"#, objects,
      #""table":[\#(tableJSON())]"#, #""histograms":[\#(histogramsJSON())]"#,
      #""notes":[\#(notes.map(Self.json).joined(separator: ","))]"#,
      #""names":[\#(names.map(Self.json).joined(separator: ","))]"#,
    ]
    return "{" + parts.joined(separator: ",\n") + "}"
  }

  // MARK: Values

  static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }

  /// Without characters that could end the element of a script.
  private static func json(_ text: String) -> String {
    TraceText.json(text).escaped { $0 == "<" ? "\\u003c" : nil }
  }

  private func ticks(_ time: Duration) -> Int64 { max(0, time.wholeNanoseconds) / unit }

  private func index(of object: TimelineObject.ID?) -> Int { object.flatMap { places[$0] } ?? -1 }

  private mutating func number(of name: String) -> Int {
    let name = name.cut(toBytes: Self.nameLimit)
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  private func findingsJSON() -> String {
    recording.findings.map { finding in
      let isWait = finding.kind == .wait ? 0 : 1
      return "[\(Self.json(finding.description)),\(index(of: finding.object)),"
        + "\(ticks(finding.start)),\(ticks(finding.end)),\(isWait)]"
    }.joined(separator: ",")
  }

  // MARK: Lanes

  /// A span, or short ones that follow each other.
  private struct Bar {
    var start: Duration
    var end: Duration
    var row: Int
    /// The place of the first span.
    var first: Int
    var count = 1
  }

  private struct Item: Hashable {
    var object: Int
    var item: Int
  }

  private mutating func objectsJSON() -> String {
    let rows = TimelineRows(spans)
    let bars = Dictionary(grouping: bars(rows)) { spans[$0.first].object }
    let critical = criticalItems
    var (counters, marks) = (countersJSON(), marksJSON())
    var positions: [Int: Int] = [:]
    var position = 0
    var texts: [String] = []
    for object in objects {
      var fields: [String] = []
      var last: Int64 = 0
      for bar in bars[object.id] ?? [] {
        let span = spans[bar.first]
        let start = ticks(bar.start)
        var code = Int(span.phase.rawValue)
        var name = ""
        if bar.count == 1 {
          name = span.name
          positions[bar.first] = position
          if let ending = span.ending { code |= (Int(ending.rawValue) + 1) << 4 }
          let item = Item(object: span.object, item: span.item)
          if span.phase == .running, critical.contains(item) { code |= 1 << 8 }
        }
        fields.append("\(start - last),\(ticks(bar.end) - start),\(bar.row),\(number(of: name))")
        fields.append("\(code),\(bar.count)")
        last = start
        position += 1
      }
      texts.append(
        #"{"n":\#(number(of: object.name)),"k":\#(Self.json(object.kind.rawValue)),"#
          + #""rows":\#(min(Self.rowLimit, rows.counts[object.id] ?? 0)),"#
          + #""spans":[\#(fields.joined(separator: ","))],"#
          + #""counters":[\#(counters.removeValue(forKey: object.id) ?? "")],"#
          + #""marks":[\#(marks.removeValue(forKey: object.id) ?? "")]}"#)
    }
    let links = TimelineLinks(recording, spans).links.compactMap { link -> String? in
      guard let from = positions[link.from], let to = positions[link.to] else { return nil }
      return "\(from),\(to),\(link.isHandOver ? 1 : 0)"
    }
    return #""objects":[\#(texts.joined(separator: ",\n"))],"links":["#
      + links.joined(separator: ",") + "]"
  }

  /// In order of time, of each object.
  private mutating func bars(_ rows: TimelineRows) -> [Bar] {
    func row(_ place: Int) -> Int { min(rows.rows[place], Self.rowLimit - 1) }
    if spans.count <= Self.spanLimit {
      return spans.indices.map {
        Bar(start: spans[$0].start, end: spans[$0].end, row: row($0), first: $0)
      }
    }
    // A thousandth of a pixel at first.
    var threshold = max(.nanoseconds(1), recording.duration / 1_000_000)
    while true {
      let merged = merged(below: threshold, row)
      // The limit is exceeded only by rows that have several phases.
      if merged.count <= Self.spanLimit || threshold > recording.duration {
        let count = merged.reduce(0) { $0 + ($1.count > 1 ? $1.count : 0) }
        notes.append(
          "\(count) of \(spans.count) spans, each shorter than \(TraceText.brief(threshold)),"
            + " are drawn together with their neighbours. The table has all of them.")
        return merged
      }
      threshold = threshold * 2
    }
  }

  private func merged(below threshold: Duration, _ row: (Int) -> Int) -> [Bar] {
    struct Key: Hashable {
      var object: Int
      var row: Int
      var phase: TimelineEvent.Phase
    }
    var bars: [Bar] = []
    var open: [Key: Int] = [:]
    for (place, span) in spans.enumerated() {
      let bar = Bar(start: span.start, end: span.end, row: row(place), first: place)
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

  private var criticalItems: Set<Item> {
    let graphs = recording.objects.filter { $0.kind == .graph }.map(\.id)
    var items: Set<Item> = []
    for (object, trace) in recording.traces(of: Set(graphs), spans) {
      for step in trace.criticalPath.steps { items.insert(Item(object: object, item: step.id)) }
    }
    return items
  }

  private mutating func countersJSON() -> [Int: String] {
    struct Key: Hashable {
      var object: Int
      var name: String
    }
    var points: [Key: [(time: Int64, value: Int)]] = [:]
    var order: [Key] = []
    for event in recording.events {
      guard case .count(let value) = event.kind else { continue }
      let key = Key(object: event.object, name: event.name)
      if points[key] == nil { order.append(key) }
      points[key, default: []].append((ticks(event.time), value))
    }
    if order.count > Self.counterLimit {
      notes.append("\(order.count - Self.counterLimit) counters are not drawn.")
    }
    var texts: [Int: [String]] = [:]
    for key in order.prefix(Self.counterLimit) {
      var last: Int64 = 0
      var fields: [String] = []
      for point in thinned(points[key] ?? []) {
        fields.append("\(point.time - last),\(point.value)")
        last = point.time
      }
      texts[key.object, default: []].append(
        #"{"n":\#(number(of: key.name)),"p":[\#(fields.joined(separator: ","))]}"#)
    }
    return texts.mapValues { $0.joined(separator: ",") }
  }

  /// The greatest and the last value of each part of the time.
  private func thinned(_ points: [(time: Int64, value: Int)]) -> [(time: Int64, value: Int)] {
    guard points.count > Self.pointLimit else { return points }
    let part = max(1, ticks(recording.duration) / Int64(Self.pointLimit / 2))
    var result: [(time: Int64, value: Int)] = []
    var start = points.startIndex
    while start < points.endIndex {
      let number = points[start].time / part
      var end = start
      var greatest = start
      while end < points.endIndex, points[end].time / part == number {
        if points[end].value > points[greatest].value { greatest = end }
        end += 1
      }
      result.append(points[greatest])
      if greatest != end - 1 { result.append(points[end - 1]) }
      start = end
    }
    return result
  }

  private mutating func marksJSON() -> [Int: String] {
    var fields: [Int: [String]] = [:]
    var last: [Int: Int64] = [:]
    var omitted = 0
    for event in recording.events where event.kind == .mark {
      if fields[event.object]?.count ?? 0 >= Self.markLimit {
        omitted += 1
        continue
      }
      let time = ticks(event.time)
      fields[event.object, default: []].append(
        "\(time - last[event.object, default: 0]),\(number(of: event.name))")
      last[event.object] = time
    }
    if omitted > 0 { notes.append("\(omitted) marks are not drawn.") }
    return fields.mapValues { $0.joined(separator: ",") }
  }

  // MARK: Tables

  private mutating func tableJSON() -> String {
    struct Key: Hashable {
      var object: Int
      var name: String
      var phase: TimelineEvent.Phase
    }
    struct Sum {
      var count = 0
      var total: Duration = .zero
      var longest: Int
    }
    var sums: [Key: Sum] = [:]
    for (place, span) in spans.enumerated() {
      let key = Key(object: span.object, name: span.name, phase: span.phase)
      var sum = sums[key] ?? Sum(longest: place)
      sum.count += 1
      sum.total += span.duration
      if span.duration > spans[sum.longest].duration { sum.longest = place }
      sums[key] = sum
    }
    let order = sums.sorted {
      ($1.value.total, $0.value.longest) < ($0.value.total, $1.value.longest)
    }
    if order.count > Self.tableLimit {
      notes.append("The table has the \(Self.tableLimit) of \(order.count) rows that took longest.")
    }
    return order.prefix(Self.tableLimit).map { key, sum in
      let longest = spans[sum.longest]
      return "[\(index(of: key.object)),\(number(of: key.name)),\(key.phase.rawValue),\(sum.count),"
        + "\(ticks(sum.total)),\(ticks(longest.duration)),\(ticks(longest.start))]"
    }.joined(separator: ",")
  }

  /// By powers of two of nanoseconds.
  private func histogramsJSON() -> String {
    struct Key: Hashable, Comparable {
      var object: Int
      var phase: TimelineEvent.Phase

      static func < (one: Key, other: Key) -> Bool {
        (one.object, one.phase.rawValue) < (other.object, other.phase.rawValue)
      }
    }
    var counts: [Key: [Int]] = [:]
    let kinds: Set<TimelineEvent.Phase> = [.waiting, .ready, .onLoan, .running, .loading, .late]
    for span in spans where kinds.contains(span.phase) {
      let nanoseconds = max(1, span.duration.wholeNanoseconds)
      let power = 63 - nanoseconds.leadingZeroBitCount
      let key = Key(object: span.object, phase: span.phase)
      var bars = counts[key] ?? []
      if bars.count <= power { bars += Array(repeating: 0, count: power + 1 - bars.count) }
      bars[power] += 1
      counts[key] = bars
    }
    let worth = counts.filter { $0.value.reduce(0, +) > 1 }.sorted { $0.key < $1.key }
    return worth.prefix(60).map { key, bars in
      let counts = bars.map(String.init).joined(separator: ",")
      return "[\(index(of: key.object)),\(key.phase.rawValue),[\(counts)]]"
    }.joined(separator: ",")
  }
}
