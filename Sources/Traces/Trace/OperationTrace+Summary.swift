extension OperationTrace {
  /// The trace in one paragraph: the number of operations per outcome, the duration, and the
  /// critical path.
  public var summary: String {
    let count = nodes.count
    var text = "“\(name)”: \(count) operation\(count == 1 ? "" : "s")"
    if duration > .zero { text += " in \(TraceText.brief(duration))" }
    text += endings.isEmpty ? "." : " (\(endings))."
    let path = criticalPath
    guard let first = path.steps.first, let last = path.steps.last else { return text }
    text += " They ran for \(TraceText.brief(work)) in total."
    if path.steps.count == 1 {
      return text + " The last to end was \(last.name), which took \(TraceText.brief(path.total))."
    }
    text += " The critical path, \(TraceText.brief(path.total)) long with"
    text += " \(TraceText.brief(path.waiting)) of waiting, leads in \(path.steps.count) steps from"
    text += " \(first.name) to \(last.name)"
    if let longest = path.steps.max(by: { $0.selfTime < $1.selfTime }) {
      text += "; its longest step is \(longest.name), \(TraceText.brief(longest.selfTime))"
    }
    return text + "."
  }

  /// The number of operations per outcome, successful outcomes first.
  private var endings: String {
    var counts: [String: Int] = [:]
    for node in nodes { counts[node.endingWord, default: 0] += 1 }
    let words = ["succeeded", "satisfied", "skipped", "failed", "cancelled", "unfinished"]
    return words.compactMap { word in counts[word].map { "\($0) \(word)" } }.joined(separator: ", ")
  }
}
