internal import StagecraftTraces

extension TimelineReport {
  mutating func objectsJSON() -> String {
    let rows = TimelineRows(spans)
    let drawn = ReportBars(spans, rows, in: recording.duration)
    if let note = drawn.note { notes.append(note) }
    let bars = Dictionary(grouping: drawn.bars) { spans[$0.first].object }
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
          let item = ItemKey(object: span.object, item: span.item)
          if span.phase == .running, critical.contains(item) { code |= 1 << 8 }
        }
        fields.append("\(start - last),\(ticks(bar.end) - start),\(bar.row),\(number(of: name))")
        fields.append("\(code),\(bar.count)")
        last = start
        position += 1
      }
      texts.append(
        #"{"n":\#(number(of: object.name)),"k":\#(Self.json(object.kind.rawValue)),"#
          + #""rows":\#(min(ReportBars.rowLimit, rows.counts[object.id] ?? 0)),"#
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

  private var criticalItems: Set<ItemKey> {
    let graphs = recording.objects.filter { $0.kind == .graph }.map(\.id)
    var items: Set<ItemKey> = []
    for (object, trace) in recording.traces(of: Set(graphs), spans) {
      for step in trace.criticalPath.steps { items.insert(ItemKey(object: object, item: step.id)) }
    }
    return items
  }
}
