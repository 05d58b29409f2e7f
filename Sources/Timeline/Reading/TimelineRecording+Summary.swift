internal import StageFloor
internal import StagecraftTraces

extension TimelineRecording {
  /// The recording in sentences, one a line: see ``findings``.
  public var summary: String { findings.map(\.description).joined(separator: "\n") }

  /// The extent of the recording, the five longest waits and what they were for (of those with one
  /// name in one object, the longest), the busiest pool, the deepest line, the worst lateness of
  /// the main actor with what ran there meanwhile, and the critical path of each recorded run.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  public var findings: [TimelineFinding] {
    let spans = spans
    return [extent] + longestWaits(spans) + [busiestPool(spans), deepestLine].compactMap(\.self)
      + latenesses(spans) + criticalPaths(spans)
  }

  func name(of object: TimelineObject.ID) -> String {
    // Identifiers are places, unless someone has made the recording by hand.
    if objects.indices.contains(object), objects[object].id == object {
      return objects[object].name
    }
    return objects.first { $0.id == object }?.name ?? "object \(object)"
  }

  private var extent: TimelineFinding {
    var text = "\(Self.count(events.count, "event")) of \(Self.count(objects.count, "object"))"
    text += " in \(TraceText.brief(duration))."
    if dropped > 0 {
      text += " \(Self.count(dropped, "event")) \(dropped == 1 ? "was" : "were") dropped, or"
      text += " could not be read from a file: none is known to be missing since"
      text += " \(TraceText.brief(completeSince))."
    }
    return TimelineFinding(kind: .extent, description: text, start: .zero, end: duration)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: Pools

  private func busiestPool(_ spans: [TimelineSpan]) -> TimelineFinding? {
    struct Use {
      var total: Duration = .zero
      var loans = 0
      var longest: TimelineSpan?
      var capacity: Int?
    }
    var uses: [Int: Use] = [:]
    for object in objects where object.kind == .pool || object.kind == .sharedPool {
      uses[object.id] = Use()
    }
    for span in spans where span.phase == .onLoan {
      uses[span.object]?.total += span.duration
      uses[span.object]?.loans += 1
      if span.duration > uses[span.object]?.longest?.duration ?? .zero {
        uses[span.object]?.longest = span
      }
    }
    for event in events where event.name == PoolCounter.capacity {
      if case .count(let capacity) = event.kind { uses[event.object]?.capacity = capacity }
    }
    let since = Dictionary(objects.map { ($0.id, max($0.since, completeSince)) }) { one, _ in one }
    func share(_ object: Int, _ use: Use) -> Double {
      let time = duration - (since[object] ?? .zero)
      guard time > .zero else { return 0 }
      return use.total / time / Double(max(1, use.capacity ?? 1))
    }
    let used = uses.filter { $0.value.loans > 0 }.sorted { $0.key < $1.key }
    guard let (object, use) = used.max(by: { share($0.key, $0.value) < share($1.key, $1.value) })
    else { return nil }
    let waited = Self.union(spans.filter { $0.object == object && $0.phase == .waiting })
    var text = "The busiest pool was “\(name(of: object))”"
    if let capacity = use.capacity {
      let percent = Int(min(100, (share(object, use) * 100).rounded()))
      text += ": its \(Self.count(capacity, "element")) \(capacity == 1 ? "was" : "were") on loan"
      text += " for \(percent) % of the time"
    } else {
      text += ": its elements were on loan for \(TraceText.brief(use.total)) together"
    }
    text += ", in \(Self.count(use.loans, "loan"))"
    if waited > .zero { text += ", and borrowers waited during \(TraceText.brief(waited))" }
    if let longest = use.longest {
      text += ". The longest, \(TraceText.brief(longest.duration)), was to “\(longest.name)”"
    }
    return TimelineFinding(
      kind: .busiestPool, description: text + ".", object: object,
      start: use.longest?.start ?? .zero, end: use.longest?.end ?? duration)
  }

  /// How long at least one of them lasted; they are in order.
  private static func union(_ spans: [TimelineSpan]) -> Duration {
    var (sum, reached) = (Duration.zero, Duration.zero)
    for span in spans {
      sum += max(.zero, span.end - max(span.start, reached))
      reached = max(reached, span.end)
    }
    return sum
  }

  private var deepestLine: TimelineFinding? {
    var deepest: (event: TimelineEvent, count: Int)?
    for event in events where event.name == PoolCounter.inLine {
      if case .count(let count) = event.kind, count > deepest?.count ?? 0 {
        deepest = (event, count)
      }
    }
    guard let (event, count) = deepest else { return nil }
    let text =
      "The deepest line was that of “\(name(of: event.object))”: \(count) waited at"
      + " \(TraceText.brief(event.time))."
    return TimelineFinding(
      kind: .deepestLine, description: text, object: event.object, start: event.time,
      end: event.time)
  }

  // MARK: The main actor

  private func latenesses(_ spans: [TimelineSpan]) -> [TimelineFinding] {
    let late = spans.filter { $0.phase == .late }
    let worst = late.enumerated()
      .sorted { ($1.element.duration, $0.offset) < ($0.element.duration, $1.offset) }
      .prefix(3).map(\.element)
    return worst.enumerated().map { number, span in
      var text = "The main actor answered \(TraceText.brief(span.duration)) late"
      text += " at \(TraceText.brief(span.end))"
      if number == 0, late.count > 1 { text += ", the worst of \(late.count) times" }
      let busy = work(on: span.thread, during: span, spans)
      if busy.isEmpty {
        text += "; nothing that was recorded ran on it meanwhile."
      } else {
        text += "; meanwhile it ran \(busy)."
      }
      return TimelineFinding(
        kind: .lateness, description: text, object: span.object, start: span.start, end: span.end)
    }
  }

  /// The three that took the most of the time.
  private func work(
    on thread: Int, during late: TimelineSpan, _ spans: [TimelineSpan]
  ) -> String {
    let phases: Set<TimelineEvent.Phase> = [.running, .creating, .loading, .transition, .releasing]
    var parts: [(time: Duration, text: String)] = []
    // The thread of a trace is the one that recorded it later.
    let traces = Set(objects.filter { $0.kind == .graph }.map(\.id))
    for span in spans
    where span.thread == thread && phases.contains(span.phase) && !traces.contains(span.object) {
      let time = min(span.end, late.end) - max(span.start, late.start)
      guard time > late.duration / 100 else { continue }
      let what = span.name.isEmpty ? name(of: span.object) : span.name
      let phase = span.phase == .running ? "" : " (\(span.phase.words))"
      parts.append((time, "“\(what)”\(phase) for \(TraceText.brief(time))"))
    }
    let longest = parts.enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
    return longest.prefix(3).map(\.element.text).joined(separator: ", ")
  }

  // MARK: Runs

  private func criticalPaths(_ spans: [TimelineSpan]) -> [TimelineFinding] {
    let graphs = objects.filter { $0.kind == .graph }
    guard !graphs.isEmpty else { return [] }
    let traces = traces(of: Set(graphs.map(\.id)), spans)
    return graphs.compactMap { graph in
      guard let trace = traces[graph.id], !trace.criticalPath.steps.isEmpty else { return nil }
      let moments = trace.nodes.compactMap { $0.submitted ?? $0.started }
      let path = trace.criticalPath
      var text = "“\(graph.name)”: \(path)"
      if path.steps.count > 1, let longest = path.steps.max(by: { $0.selfTime < $1.selfTime }) {
        text += " Its longest step, “\(longest.name)”, took \(TraceText.brief(longest.selfTime))."
      }
      return TimelineFinding(
        kind: .criticalPath, description: text,
        object: graph.id, start: moments.min() ?? .zero, end: trace.duration)
    }
  }

  /// Times are since the start of the recording.
  func traces(
    of wanted: Set<TimelineObject.ID>, _ spans: [TimelineSpan]
  ) -> [TimelineObject.ID: OperationTrace] {
    var nodes: [ItemKey: OperationTrace.Node] = [:]
    for span in spans where wanted.contains(span.object) && span.item != 0 {
      let key = ItemKey(object: span.object, item: span.item)
      var node = nodes[key] ?? OperationTrace.Node(id: span.item, name: span.name)
      node.submitted = min(node.submitted ?? span.start, span.start)
      switch span.phase {
      case .ready: node.ready = node.ready ?? span.start
      case .running: node.started = node.started ?? span.start
      default: break
      }
      if span.ending != nil { node.ended = max(node.ended ?? span.end, span.end) }
      nodes[key] = node
    }
    for event in events {
      guard case .follows(let other) = event.kind else { continue }
      nodes[ItemKey(object: event.object, item: event.item)]?.blocker = .dependency(other)
    }
    var traces: [TimelineObject.ID: OperationTrace] = [:]
    for (key, node) in nodes.sorted(by: { $0.key.item < $1.key.item }) {
      traces[key.object, default: OperationTrace(name: name(of: key.object))].nodes.append(node)
    }
    return traces
  }
}
