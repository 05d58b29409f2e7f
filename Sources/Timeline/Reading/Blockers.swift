/// What items waited for.
struct Blockers {
  struct Blocker {
    var name: String
    /// How much earlier all others had ended; nil if there were none.
    var othersEndedEarlier: Duration?
  }

  private var names: [ItemKey: String] = [:]
  private var ends: [ItemKey: Duration] = [:]
  private var followed: [ItemKey: [ItemKey]] = [:]

  init(_ events: [TimelineEvent], _ spans: [TimelineSpan]) {
    for event in events {
      guard case .follows(let other) = event.kind else { continue }
      followed[ItemKey(object: event.object, item: event.item), default: []].append(
        ItemKey(object: event.object, item: other))
    }
    for span in spans where span.item != 0 {
      let key = ItemKey(object: span.object, item: span.item)
      if !span.name.isEmpty { names[key] = span.name }
      ends[key] = max(ends[key] ?? .zero, span.end)
    }
  }

  /// The last one that a span waited for: one that ended later explains a later phase.
  func last(of wait: TimelineSpan) -> Blocker? {
    let limit = wait.end + TimelineLinks.handOverLimit
    let all = (followed[ItemKey(object: wait.object, item: wait.item)] ?? [])
      .filter { ends[$0] ?? .zero <= limit }
    guard let last = all.last, let name = names[last] else { return nil }
    let others = all.filter { $0 != last }.compactMap { ends[$0] }
    let earlier = others.max().flatMap { end in ends[last].map { $0 - end } }
    return Blocker(name: name, othersEndedEarlier: earlier)
  }
}
