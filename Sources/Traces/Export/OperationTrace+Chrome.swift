internal import StageFloor

extension OperationTrace {
  /// Returns the trace in Chrome's format, which Perfetto (ui.perfetto.dev) opens.
  ///
  /// Each worker is a thread with a slice for each attempt; operations that overlapped on one
  /// worker, because they suspended, get separate threads. Each operation is also an asynchronous
  /// span from its submission to its end, with nested spans for its waiting and ready times. Each
  /// dependency is an arrow from end to start. Operations that never ran have zero-length slices on
  /// a thread named *not run*, so that their arrows have an end.
  ///
  /// Events are sorted by time. The text is UTF-8 JSON; the caller writes it to a file.
  public func chromeJSON() -> String {
    var writer = ChromeWriter(self)
    return writer.write()
  }
}

struct ChromeWriter {
  private struct Anchor {
    var thread: Int
    var started: Duration
    var ended: Duration
  }

  private let trace: OperationTrace
  private var events = ChromeEvents()
  private var anchors: [Int: (first: Anchor, last: Anchor)] = [:]

  init(_ trace: OperationTrace) { self.trace = trace }

  mutating func write() -> String {
    events.nameProcess(1, trace.name)
    writeThreads()
    writeSpans()
    writeArrows()
    return events.json
  }

  private mutating func writeThreads() {
    let lines = trace.lines
    for (index, line) in lines.enumerated() {
      events.nameThread(index + 1, line.title(among: lines))
      for slice in line.slices {
        write(slice.node, from: slice.started, to: slice.ended, on: index + 1)
      }
    }
    let notRun = trace.nodes.indices.filter {
      anchors[$0] == nil && (trace.nodes[$0].ended ?? trace.nodes[$0].submitted) != nil
    }
    guard !notRun.isEmpty else { return }
    events.nameThread(lines.count + 1, "not run")
    for index in notRun {
      let moment = trace.nodes[index].ended ?? trace.nodes[index].submitted ?? .zero
      write(index, from: moment, to: moment, on: lines.count + 1)
    }
  }

  private mutating func write(
    _ index: Int, from started: Duration, to ended: Duration, on thread: Int
  ) {
    let anchor = Anchor(thread: thread, started: started, ended: ended)
    let first = anchors[index]?.first ?? anchor
    let last = anchors[index]?.last ?? anchor
    anchors[index] = (
      anchor.started < first.started ? anchor : first, anchor.ended < last.ended ? last : anchor
    )
    let node = trace.nodes[index]
    var arguments = #""id":\#(node.id),"ending":\#(node.endingWord.quotedForJSON)"#
    if let reason = node.reason { arguments += #","reason":\#(reason.quotedForJSON)"# }
    if let blocker = blockerText(node.blocker) {
      arguments += #","waited for":\#(blocker.quotedForJSON)"#
    }
    add(
      "X", at: started, thread: thread, name: node.name,
      #","dur":\#(TraceText.microseconds(ended - started)),"args":{\#(arguments)}"#)
  }

  /// Writes a span for each operation, with nested spans for its waiting and ready times.
  private mutating func writeSpans() {
    let end = trace.duration
    for (index, node) in trace.nodes.enumerated() {
      guard let submitted = node.submitted else { continue }
      let ended = max(submitted, node.ended ?? end)
      let started = min(max(submitted, node.started ?? ended), ended)
      let ready = min(max(submitted, node.ready ?? started), started)
      addSpan("b", at: submitted, index, node.name)
      addSpan("b", at: submitted, index, "waiting")
      addSpan("e", at: ready, index, "waiting")
      if node.ready != nil {
        addSpan("b", at: ready, index, "ready")
        addSpan("e", at: started, index, "ready")
      }
      addSpan("e", at: ended, index, node.name)
    }
  }

  private mutating func writeArrows() {
    let positions = trace.positions
    var arrows = 0
    for (index, node) in trace.nodes.enumerated() {
      for dependency in node.dependencies {
        guard let origin = positions[dependency.id], let from = anchors[origin]?.last,
          let to = anchors[index]?.first
        else { continue }
        arrows += 1
        // If the outcome was decided before the dependency ended, the arrow leaves earlier.
        events.addArrow(
          arrows, from: from.started, from.ended, thread: from.thread, to: to.started,
          thread: to.thread, category: "dependency", name: dependency.kind.word)
      }
    }
  }

  private mutating func addSpan(_ phase: String, at moment: Duration, _ id: Int, _ name: String) {
    add(phase, at: moment, thread: 0, name: name, #","id":"\#(id)""#)
  }

  private mutating func add(
    _ phase: String, at moment: Duration, thread: Int, name: String, _ rest: String
  ) {
    events.add(phase, at: moment, thread: thread, category: "operation", name: name, rest)
  }

  private func blockerText(_ blocker: OperationTrace.Blocker) -> String? {
    switch blocker {
    case .nothing: nil
    case .dependency(let id): "operation \(id)"
    case .category(let name, heldBy: let id): "category \(name), held by operation \(id)"
    case .width(freedBy: let id): "a worker, busy with operation \(id)"
    case .condition(let name): "condition \(name)"
    }
  }
}

extension OperationTrace.Dependency.Kind {
  var word: String {
    switch self {
    case .requires: "requires"
    case .follows: "follows"
    case .other(let word): word
    }
  }
}
