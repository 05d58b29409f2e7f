internal import StagecraftTraces

extension TimelineRecording {
  /// Waits of one name in one phase of one object.
  private struct Waits {
    var longest: TimelineSpan
    var count = 0
    var total: Duration = .zero
  }

  func longestWaits(_ spans: [TimelineSpan]) -> [TimelineFinding] {
    struct Key: Hashable {
      var object: TimelineObject.ID
      var name: String
      var phase: TimelineEvent.Phase
    }
    let waits = spans.filter { ($0.phase == .waiting || $0.phase == .ready) && $0.duration > .zero }
    var groups: [Waits] = []
    var places: [Key: Int] = [:]
    // Equal ones in the order in which they began.
    let longestFirst = waits.enumerated()
      .sorted { ($1.element.duration, $0.offset) < ($0.element.duration, $1.offset) }
      .map(\.element)
    for wait in longestFirst {
      let key = Key(object: wait.object, name: wait.name, phase: wait.phase)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append(Waits(longest: wait))
      }
      groups[place].count += 1
      groups[place].total += wait.duration
    }
    guard !groups.isEmpty else { return [] }
    let pools = Set(objects.filter { $0.kind == .pool || $0.kind == .sharedPool }.map(\.id))
    let blockers = Blockers(events, spans)
    return groups.prefix(5).map { group in
      let wait = group.longest
      let text = sentence(group, isForElement: pools.contains(wait.object), blockers)
      return TimelineFinding(
        kind: .wait, description: text, object: wait.object, start: wait.start, end: wait.end)
    }
  }

  private func sentence(_ group: Waits, isForElement: Bool, _ blockers: Blockers) -> String {
    let wait = group.longest
    let place = name(of: wait.object)
    var text = wait.name.isEmpty ? "Something in “\(place)” waited" : "“\(wait.name)” waited"
    text += " \(TraceText.brief(wait.duration))"
    let blocker = blockers.last(of: wait)
    if isForElement {
      text += " for an element of “\(place)”"
    } else if wait.phase == .ready {
      text += " for a free place in “\(place)”"
    } else if let blocker {
      text += " for “\(blocker.name)” in “\(place)”"
    } else {
      text += " in “\(place)”"
    }
    text += ", from \(wait.start == .zero ? "the start" : TraceText.brief(wait.start)) on"
    switch wait.ending {
    case .succeeded: break
    case nil: text += ", and still waits"
    case let ending?: text += ", and \(ending.words)"
    }
    if wait.phase == .waiting, let earlier = blocker?.othersEndedEarlier, earlier > .zero {
      text += "; all else that it waited for had ended \(TraceText.brief(earlier)) earlier"
    }
    if group.count > 1 {
      let named = wait.name.isEmpty ? "without a name" : "of this name"
      text += "; the longest of \(group.count) waits \(named)"
      text += ", \(TraceText.brief(group.total)) together"
    }
    return text + "."
  }
}
