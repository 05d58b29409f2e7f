public import StagecraftPools

@_exported public import class StageFloor.ObservationToken

extension BoundedPool: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .pool }
  /// The name of the object, if it has one.
  public var timelineName: String? { snapshot.name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let line = LineCount(track, of: self) { $0.inLine }
    return track.record(snapshot, line) { observe($0) }
  }
}

extension KeyedPool: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .pool }
  /// The name of the object, if it has one.
  public var timelineName: String? { snapshot.name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let line = LineCount(track, of: self) { $0.inLine }
    return track.record(snapshot, line) { observe($0) }
  }
}

extension ElasticPool: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .pool }
  /// The name of the object, if it has one.
  public var timelineName: String? { snapshot.name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let line = LineCount(track, of: self) { $0.inLine }
    return track.record(snapshot, line) { observe($0) }
  }
}

/// The counters of pools and shared pools.
enum PoolCounter {
  static let capacity = "capacity"
  static let inLine = "in line"
}

extension TimelineTrack {
  /// A pool without a limit has no capacity to record.
  func record(
    _ snapshot: PoolSnapshot, _ line: LineCount<some AnyObject & Sendable>,
    _ observe: (@escaping @Sendable (PoolEvent) -> Void) -> ObservationToken
  ) -> ObservationToken {
    if let capacity = snapshot.capacity { count(PoolCounter.capacity, capacity) }
    let observation = observe { event in self.write(event, line) }
    line.update()
    return observation
  }

  /// Each loan is a wait, which may have lasted for no time, and then a period on loan.
  func write(_ event: PoolEvent, _ line: LineCount<some AnyObject & Sendable>) {
    switch event {
    case .lent(to: let site, waited: let duration):
      // A wait may have lasted for no time.
      if duration > .zero || !line.isEmpty { line.update() }
      write(.period, 0, .site(site), .waiting, number: duration.wholeNanoseconds)
    case .returned(from: let site, after: let duration):
      write(.period, 0, .site(site), .onLoan, number: duration.wholeNanoseconds)
    case .waiting: line.update()
    case .gaveUp(let code, after: let duration):
      line.update()
      period("", .waiting, lasting: duration, ending: code?.timelineEnding ?? .cancelled)
    case .created(taking: let duration): period("creation", .creating, lasting: duration)
    case .creationFailed(let error):
      // It may have ended a wait.
      line.update()
      mark("creation failed: \(error)")
    case .discarded(let reason): mark(reason.timelineName)
    case .heldLong(by: let site, for: let duration):
      mark("on loan for \(duration) at \(site)")
    case .returnedAfterLongHold(from: let site, after: let duration):
      mark("returned after \(duration) at \(site)")
    case .strayRelease: mark("released, but not on loan")
    case .nestedBorrowing(at: let site): mark("waits for itself at \(site)")
    }
  }
}

extension PoolError.Code {
  fileprivate var timelineEnding: TimelineEvent.Ending {
    switch self {
    case .timedOut: .timedOut
    case .tooManyWaiting, .shutdown, .wouldDeadlock: .refused
    }
  }
}

extension PoolDiscardReason {
  /// Written out, because the description of a case takes a microsecond.
  fileprivate var timelineName: String {
    switch self {
    case .byBorrower: "discarded by its borrower"
    case .byHook: "discarded by a hook"
    case .afterFailure: "discarded after a failure"
    case .preparationFailed: "discarded: could not be prepared"
    case .usedUp: "discarded: used up"
    case .tooOld: "discarded: too old"
    case .idleTooLong: "discarded: idle too long"
    case .surplus: "discarded: surplus"
    case .overCapacity: "discarded: over capacity"
    case .trimmed: "trimmed"
    case .invalidated: "discarded: invalidated"
    case .shutdown: "discarded: shut down"
    }
  }
}
