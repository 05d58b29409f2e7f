internal import CStageFloor
public import StagecraftMemory

@_exported public import class StageFloor.ObservationToken

extension PressureMonitor: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .memory }
  /// The name of the object, if it has one.
  public var timelineName: String? { "memory" }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    let levels = observe { event in track.write(event) }
    // Created here, so that no report of a later pass is missed.
    let reports = reports
    let passes = Task.detached { for await report in reports { track.write(report) } }
    let sampling = Sampling()
    let resident = LastCount("resident", track)
    track.sample { [weak self] in
      guard self != nil, sampling.isWanted else { return false }
      let bytes = stage_resident_bytes()
      if bytes >= 0 { resident.set(Int(bytes)) }
      return true
    }
    return ObservationToken {
      levels.cancel()
      passes.cancel()
      sampling.end()
    }
  }
}

extension TimelineTrack {
  func write(_ event: PressureEvent) {
    count("level", event.level.rawValue)
    switch event.cause {
    case .usage(let bytes, let limit), .budget(let bytes, let limit):
      count("used", bytes)
      count("limit", limit)
    case .available(let bytes, of: _): count("available", bytes)
    default: break
    }
    if event.level != .normal { mark(event.description) }
  }

  /// Recorded at the end of a pass: what each responder did follows from the durations.
  func write(_ report: ReliefReport) {
    let now = recorder.timekeeper.now
    var moment = now - report.duration.wholeNanoseconds
    for entry in report.entries {
      moment = min(now, moment + entry.duration.wholeNanoseconds)
      write(
        .period, 0, .text("\(entry.name): \(entry.outcome)"), .releasing,
        ending: entry.outcome.timelineEnding, number: entry.duration.wholeNanoseconds, at: moment)
    }
    if let resident = report.residentAfter { count("resident", resident) }
    mark(report.description)
  }
}

extension ReliefReport.Outcome {
  fileprivate var timelineEnding: TimelineEvent.Ending {
    switch self {
    case .released: .succeeded
    case .failed: .failed
    case .overdue, .stillOverdue: .timedOut
    case .kept, .ended: .skipped
    }
  }
}
