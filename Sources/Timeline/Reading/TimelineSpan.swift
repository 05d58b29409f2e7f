/// A phase of one item, from its beginning to its end.
public struct TimelineSpan: Sendable, Hashable {
  /// The ``TimelineObject/id`` of the object.
  public var object: TimelineObject.ID
  /// The number of the item, or 0 if it has none.
  public var item: Int
  /// The name of the item.
  public var name: String
  /// The phase.
  public var phase: TimelineEvent.Phase
  /// When it began, since the start of the recording.
  public var start: Duration
  /// When it ended, or the end of the recording if it has not.
  public var end: Duration
  /// How it ended, or nil if it has not.
  public var ending: TimelineEvent.Ending?
  /// The thread that recorded its beginning; of a phase that was recorded at its end, that thread.
  public var thread: Int

  /// How long it lasted.
  public var duration: Duration { end - start }
}

extension TimelineRecording {
  /// The phases of all items, in the order in which they began.
  ///
  /// A phase whose beginning was dropped is missing. Loans of pools that have not been returned are
  /// included; of a loan that began before its pool was recorded, there is only the end.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  public var spans: [TimelineSpan] {
    var builder = SpanBuilder(self)
    for event in events { builder.add(event) }
    return builder.finish(at: duration)
  }
}

/// An item of a recording, as a key.
struct ItemKey: Hashable {
  var object: Int
  var item: Int
}

/// Joins the events of items into phases.
struct SpanBuilder {
  private struct Borrowing: Hashable {
    var object: Int
    var name: String
  }

  private let pools: Set<Int>
  /// Since when the events of each object are complete.
  private var complete: [Int: Duration] = [:]
  private var spans: [TimelineSpan] = []
  private var open: [ItemKey: TimelineSpan] = [:]
  /// When elements were lent that have not been returned, by borrower.
  private var lent: [Borrowing: [(time: Duration, thread: Int)]] = [:]

  init(_ recording: TimelineRecording) {
    pools = Set(recording.objects.filter { $0.kind == .pool }.map(\.id))
    for object in recording.objects {
      complete[object.id] = max(object.since, recording.completeSince)
    }
  }

  mutating func add(_ event: TimelineEvent) {
    let key = ItemKey(object: event.object, item: event.item)
    switch event.kind {
    case .began(let phase):
      let former = open[key]
      close(key, at: event.time, .succeeded)
      open[key] = span(of: event, phase, name: event.name.isEmpty ? former?.name ?? "" : event.name)
    case .ended(let ending):
      close(key, at: event.time, ending)
    case .period(let phase, let duration, let ending):
      let moment = note(phase, duration, ending, event)
      // A borrower that did not have to wait.
      if phase == .waiting, duration == .zero { return }
      var span = span(of: event, phase, name: event.name)
      span.start = moment ?? max(.zero, event.time - duration)
      span.ending = ending
      spans.append(span)
    case .follows, .count, .mark: break
    }
  }

  mutating func finish(at end: Duration) -> [TimelineSpan] {
    for var span in open.values {
      span.end = max(span.start, end)
      spans.append(span)
    }
    for (borrowing, loans) in lent {
      for loan in loans {
        spans.append(
          TimelineSpan(
            object: borrowing.object, item: 0, name: borrowing.name, phase: .onLoan,
            start: loan.time, end: max(loan.time, end), ending: nil, thread: loan.thread))
      }
    }
    return spans.sorted {
      ($0.start, $0.object, $0.item, $0.end, $0.phase.rawValue)
        < ($1.start, $1.object, $1.item, $1.end, $1.phase.rawValue)
    }
  }

  private mutating func close(_ key: ItemKey, at time: Duration, _ ending: TimelineEvent.Ending) {
    guard var span = open.removeValue(forKey: key) else { return }
    span.end = time
    span.ending = ending
    spans.append(span)
  }

  /// A pool reports when it lends and when an element is returned after how long; the loan that
  /// ends is the one that began nearest to that.
  ///
  /// Returns when that one was reported, so that its beginning stays the same, unless the two
  /// differ by more than a millisecond.
  private mutating func note(
    _ phase: TimelineEvent.Phase, _ duration: Duration, _ ending: TimelineEvent.Ending,
    _ event: TimelineEvent
  ) -> Duration? {
    let borrowing = Borrowing(object: event.object, name: event.name)
    guard pools.contains(event.object) else { return nil }
    if phase == .waiting, ending == .succeeded {
      lent[borrowing, default: []].append((event.time, event.thread))
    } else if phase == .onLoan {
      let began = event.time - duration
      // The lending of this one was not recorded.
      if began < complete[event.object] ?? .zero { return nil }
      let nearest = Self.removeNearest(to: began, from: &lent[borrowing, default: []])
      let limit = TimelineLinks.handOverLimit
      if let nearest, nearest - began <= limit, began - nearest <= limit {
        return min(nearest, event.time)
      }
    }
    return nil
  }

  /// They are in order of time, so the nearest is beside the place of `began`.
  private static func removeNearest(
    to began: Duration, from loans: inout [(time: Duration, thread: Int)]
  ) -> Duration? {
    guard !loans.isEmpty else { return nil }
    var low = 0
    var high = loans.count
    while low < high {
      let middle = (low + high) / 2
      if loans[middle].time < began { low = middle + 1 } else { high = middle }
    }
    let isFormerNearer =
      low == loans.count || (low > 0 && began - loans[low - 1].time < loans[low].time - began)
    return loans.remove(at: isFormerNearer ? low - 1 : low).time
  }

  private func span(
    of event: TimelineEvent, _ phase: TimelineEvent.Phase, name: String
  ) -> TimelineSpan {
    TimelineSpan(
      object: event.object, item: event.item, name: name, phase: phase, start: event.time,
      end: event.time, ending: nil, thread: event.thread)
  }
}
