internal import StageFloor

/// Writes a recording as one trace.
struct OTLPWriter {
  private struct Item {
    var id: UInt64
    var start: Duration
    var end: Duration
    var name: String
    var spans = 0
    var ending: TimelineEvent.Ending?
  }

  static let eventLimit = 128

  private let recording: TimelineRecording
  private let resource: String
  private let spans: [TimelineSpan]
  private var identifiers: OTLPIdentifiers
  private let root: UInt64
  private var objects: [TimelineObject.ID: UInt64] = [:]
  private var remotes: Set<TimelineObject.ID> = []
  /// Those with several phases.
  private var items: [ItemKey: Item] = [:]
  private var spanIDs: [UInt64] = []
  /// Of each span of the trace.
  private var events: [UInt64: (texts: [String], dropped: Int)] = [:]
  private var text = ""

  init(_ recording: TimelineRecording, service: String, resource: [String: String]) {
    self.recording = recording
    var attributes = resource
    attributes["service.name"] = service
    let pairs = attributes.sorted { $0.key < $1.key }
    self.resource = pairs.map { OTLPSpan.attribute($0.key, $0.value) }.joined(separator: ",")
    identifiers = OTLPIdentifiers(
      ["\(recording.began.wholeNanoseconds)"] + pairs.flatMap { [$0.key, $0.value] })
    root = identifiers.span()
    spans = recording.spans
  }

  mutating func json() -> String {
    identify()
    collectMarks()
    text = #"{"resourceSpans":[{"resource":{"attributes":[\#(resource)]},"#
    text += #""scopeSpans":[{"scope":{"name":"StagecraftTimeline"},"spans":["#
    addRoot()
    for object in recording.distinctObjects { add(object) }
    for (key, item) in inOrder(items) { add(item, key) }
    addSpans()
    return text + "]}]}]}\n"
  }

  // MARK: Identifiers

  private mutating func identify() {
    for object in recording.distinctObjects {
      objects[object.id] = identifiers.span(object.id)
      if object.kind == .sharedPool { remotes.insert(object.id) }
    }
    for span in spans where span.item != 0 {
      let key = ItemKey(object: span.object, item: span.item)
      var item = items[key] ?? Item(id: 0, start: span.start, end: span.end, name: span.name)
      item.spans += 1
      if span.end >= item.end { (item.end, item.ending) = (span.end, span.ending) }
      items[key] = item
    }
    items = items.filter { $0.value.spans > 1 }
    for (key, _) in inOrder(items) { items[key]?.id = identifiers.span(key.object, key.item) }
    spanIDs = spans.map { span in
      identifiers.span(
        span.object, span.item, Int(span.phase.rawValue), Int(span.start.wholeNanoseconds))
    }
  }

  private func inOrder(_ items: [ItemKey: Item]) -> [(ItemKey, Item)] {
    items.sorted {
      ($0.value.start, $0.key.object, $0.key.item) < ($1.value.start, $1.key.object, $1.key.item)
    }.map { ($0.key, $0.value) }
  }

  /// Unix time.
  private func time(_ time: Duration) -> UInt64 {
    let (sum, overflows) = recording.began.wholeNanoseconds.addingReportingOverflow(
      time.wholeNanoseconds)
    return UInt64(max(0, overflows ? (time < .zero ? .min : .max) : sum))
  }

  private mutating func collectMarks() {
    var single: [ItemKey: UInt64] = [:]
    for (place, span) in spans.enumerated() where span.item != 0 {
      single[ItemKey(object: span.object, item: span.item)] = spanIDs[place]
    }
    for event in recording.events where event.kind == .mark {
      let key = ItemKey(object: event.object, item: event.item)
      let owner = items[key]?.id ?? single[key] ?? objects[event.object] ?? root
      if events[owner, default: ([], 0)].texts.count < Self.eventLimit {
        events[owner, default: ([], 0)].texts.append(
          OTLPSpan.event(event.name, at: time(event.time)))
      } else {
        events[owner]?.dropped += 1
      }
    }
  }

  // MARK: Spans

  private mutating func write(_ span: OTLPSpan) {
    var span = span
    if let (texts, dropped) = events[span.id] {
      (span.events, span.droppedEvents) = (texts, dropped)
    }
    if span.id != root { text += "," }
    text += span.json(trace: identifiers.trace)
  }

  private mutating func addRoot() {
    var span = OTLPSpan(
      id: root, name: "recording", start: time(.zero), end: time(recording.duration))
    span.attributes = [OTLPSpan.attribute("stagecraft.dropped", recording.dropped)]
    write(span)
  }

  private mutating func add(_ object: TimelineObject) {
    guard let id = objects[object.id] else { return }
    var span = OTLPSpan(
      id: id, parent: root, name: object.name, start: time(object.since),
      end: time(recording.duration))
    span.attributes = [OTLPSpan.attribute("stagecraft.kind", object.kind.rawValue)]
    write(span)
  }

  private mutating func add(_ item: Item, _ key: ItemKey) {
    write(
      OTLPSpan(
        id: item.id, parent: objects[key.object] ?? root,
        name: item.name,
        kind: remotes.contains(key.object) ? .client : .isInternal, start: time(item.start),
        end: time(item.end), ending: item.ending))
  }

  private mutating func addSpans() {
    var links: [Int: [String]] = [:]
    for link in TimelineLinks(recording, spans).links {
      links[link.to, default: []].append(
        OTLPSpan.link(
          to: spanIDs[link.from], trace: identifiers.trace,
          link.isHandOver ? "hand-over" : "dependency"))
    }
    for (place, span) in spans.enumerated() {
      let key = ItemKey(object: span.object, item: span.item)
      write(
        OTLPSpan(
          id: spanIDs[place], parent: items[key]?.id ?? objects[span.object] ?? root,
          name: span.title, kind: remotes.contains(span.object) ? .client : .isInternal,
          start: time(span.start), end: time(span.end), ending: span.ending,
          attributes: [
            OTLPSpan.attribute("stagecraft.phase", "\(span.phase)"),
            OTLPSpan.attribute("stagecraft.ending", span.ending.map { "\($0)" } ?? "unfinished"),
            OTLPSpan.attribute("thread.id", span.thread),
          ], links: links[place] ?? []))
    }
  }
}
