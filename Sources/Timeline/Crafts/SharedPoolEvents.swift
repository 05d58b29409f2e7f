public import StagecraftSharedPools

@_exported public import class StageFloor.ObservationToken

extension SharedPool: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .sharedPool }
  /// The name of the object, if it has one.
  public var timelineName: String? { name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let line = LineCount(track, of: self) { $0.inLine }
    let observation = observe { event in track.write(event, line) }
    line.update()
    return observation
  }
}

extension TimelineTrack {
  /// A lease is an item with the number of its fence.
  func write(_ event: SharedPoolEvent, _ line: LineCount<some AnyObject & Sendable>) {
    switch event {
    case .waiting: line.update()
    case .granted(let fence, let names, let waited):
      line.update()
      let name = names.joined(separator: ", ")
      period(name, .waiting, lasting: waited)
      began(Int(fence.number), "\(name), fence \(fence)", .onLoan)
    case .gaveUp(let code, after: let duration):
      line.update()
      period("", .waiting, lasting: duration, ending: code?.timelineEnding ?? .cancelled)
    case .returned(let fence, names: _, after: _): ended(Int(fence.number))
    case .lost(let fence, let end):
      mark("lost fence \(fence): \(end)", item: Int(fence.number))
      ended(Int(fence.number), .lost)
    case .ending(let fence, let loss):
      mark("fence \(fence) is about to end: \(loss)", item: Int(fence.number))
    case .rejoined(because: let end):
      line.update()
      mark("joined the line again: \(end)")
    case .renewed(leases: let count, roundTrip: let duration):
      period("renewal of \(count) leases", .running, lasting: duration)
    case .storeFailed(let error, attempts: _): mark("the store failed: \(error)")
    case .reopening: mark("opens its session again")
    case .cannotBeNotified(let reason): mark("cannot be notified: \(reason)")
    case .canBeNotified: mark("can be notified again")
    case .notificationLost: mark("a notification was lost")
    }
  }
}

extension SharedPoolError.Code {
  fileprivate var timelineEnding: TimelineEvent.Ending {
    switch self {
    case .timedOut: .timedOut
    case .lost: .lost
    default: .refused
    }
  }
}
