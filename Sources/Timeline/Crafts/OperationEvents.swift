public import StagecraftOperations

@_exported public import class StageFloor.ObservationToken

extension OperationManager: TimelineSource {
  /// The kind of object.
  public var timelineKind: TimelineObject.Kind { .operations }
  /// The name of the object, if it has one.
  public var timelineName: String? { name }

  /// Begins to write the events to a track; a timeline calls it.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording.
  public func record(to track: TimelineTrack) -> ObservationToken {
    observe { event in track.write(event) }
  }
}

extension TimelineTrack {
  func write(_ event: OperationManager.Event) {
    guard let operation = event.operation else {
      if case .stalled(let reason) = event.kind { mark("nothing happened: \(reason)") }
      return
    }
    let item = Int(truncatingIfNeeded: operation.number)
    switch event.kind {
    case .submitted: began(item, event.name, .waiting)
    case .ready: began(item, event.name, .ready)
    case .started(let attempt):
      if attempt <= 1, event.blocker != 0 {
        follows(item, Int(truncatingIfNeeded: event.blocker))
      }
      began(item, event.name, .running)
    case .retrying: began(item, event.name, .waiting)
    case .ended(let ending): ended(item, ending.timelineEnding)
    case .stalled(let reason): mark("nothing happened: \(reason)", item: item)
    }
  }
}

extension OperationEnding {
  var timelineEnding: TimelineEvent.Ending {
    switch self {
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    case .skipped: .skipped
    }
  }
}
