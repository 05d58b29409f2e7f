/// Which span ended so that another could begin.
///
/// Of an operation, what it waited for last; of a step, all that it depends on; of a pool, the loan
/// whose element a wait received.
struct TimelineLinks {
  struct Link: Hashable {
    /// Places in the array of spans.
    var from: Int
    var to: Int
    var isHandOver: Bool
  }

  /// The time between the reports of a return and of the loan that follows.
  static let handOverLimit: Duration = .milliseconds(1)

  private(set) var links: [Link] = []

  /// O(*n* log *n*).
  init(_ recording: TimelineRecording, _ spans: [TimelineSpan]) {
    addDependencies(recording, spans)
    let pools = Set(recording.objects.filter { $0.kind == .pool }.map(\.id))
    let ofPools = spans.indices.filter { pools.contains(spans[$0].object) }
    for (_, places) in Dictionary(grouping: ofPools, by: { spans[$0].object }) {
      addHandOvers(places, spans)
    }
    links.sort { ($0.to, $0.from) < ($1.to, $1.from) }
  }

  private mutating func addDependencies(_ recording: TimelineRecording, _ spans: [TimelineSpan]) {
    var last: [ItemKey: Int] = [:]
    var firstRunning: [ItemKey: Int] = [:]
    for (place, span) in spans.enumerated() where span.item != 0 {
      let key = ItemKey(object: span.object, item: span.item)
      last[key] = place
      if span.phase == .running, firstRunning[key] == nil { firstRunning[key] = place }
    }
    for event in recording.events {
      guard case .follows(let other) = event.kind,
        let to = firstRunning[ItemKey(object: event.object, item: event.item)],
        let from = last[ItemKey(object: event.object, item: other)], from != to
      else { continue }
      links.append(Link(from: from, to: to, isHandOver: false))
    }
  }

  /// The loan that ended nearest to the end of the wait.
  private mutating func addHandOvers(_ places: [Int], _ spans: [TimelineSpan]) {
    let loans = places.filter { spans[$0].phase == .onLoan && spans[$0].ending != nil }
      .sorted { (spans[$0].end, $0) < (spans[$1].end, $1) }
    for wait in places where spans[wait].phase == .waiting && spans[wait].ending == .succeeded {
      let end = spans[wait].end
      var low = 0
      var high = loans.count
      while low < high {
        let middle = (low + high) / 2
        if spans[loans[middle]].end < end { low = middle + 1 } else { high = middle }
      }
      let near = loans[max(0, low - 1)..<min(loans.count, low + 1)]
      func distance(_ loan: Int) -> Duration {
        let difference = spans[loan].end - end
        return difference < .zero ? .zero - difference : difference
      }
      guard let loan = near.min(by: { distance($0) < distance($1) }),
        distance(loan) <= Self.handOverLimit
      else { continue }
      links.append(Link(from: loan, to: wait, isHandOver: true))
    }
  }
}
