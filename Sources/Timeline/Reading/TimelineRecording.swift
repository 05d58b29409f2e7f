/// What a timeline has recorded, as a value.
public struct TimelineRecording: Sendable {
  /// The objects, in the order in which their recording began.
  public var objects: [TimelineObject]
  /// The events in order.
  ///
  /// The events of one object are in the order in which they were recorded; those of different
  /// objects are ordered by their time.
  public var events: [TimelineEvent]
  /// The number of events that are missing.
  ///
  /// In a recording of a timeline: the oldest events, which were dropped because it was full. In
  /// one that was read from a file: at least this many events are missing there, or damaged.
  public var dropped: Int
  /// Since when no event is known to be missing: zero if none is.
  public var completeSince: Duration
  /// The time between the start of the recording and its end.
  public var duration: Duration
  /// When the recording began, since 1970.
  public var began: Duration

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - events: The events in order.
  ///   - dropped: The number of dropped events.
  ///   - completeSince: Since when no event is missing.
  ///   - duration: The time between start and end, or nil for the time of the last event.
  ///   - began: When the recording began, since 1970.
  public init(
    objects: [TimelineObject], events: [TimelineEvent], dropped: Int = 0,
    completeSince: Duration = .zero, duration: Duration? = nil, began: Duration = .zero
  ) {
    self.objects = objects
    self.events = events
    self.dropped = dropped
    self.completeSince = completeSince
    self.duration = duration ?? events.last?.time ?? .zero
    self.began = began
  }

  /// Returns the first object with a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The object, or nil if there is none.
  public func object(named name: String) -> TimelineObject? { objects.first { $0.name == name } }

  /// Returns the events of one object, in order.
  ///
  /// - Parameter object: The object, as `record(_:as:)` returned it.
  /// - Returns: Its events.
  public func events(of object: TimelineObject) -> [TimelineEvent] {
    events.filter { $0.object == object.id }
  }

  /// Returns the events in a range of time.
  ///
  /// - Parameter times: The range, since the start of the recording.
  /// - Returns: The events in order.
  public func events(in times: Range<Duration>) -> [TimelineEvent] {
    events.filter { times.contains($0.time) }
  }

  /// The objects without duplicates: a recording built by hand may repeat a number.
  var distinctObjects: [TimelineObject] {
    var seen: Set<TimelineObject.ID> = []
    return objects.filter { seen.insert($0.id).inserted }
  }

  /// Returns the recording of some of its objects, such as for an export.
  ///
  /// - Parameter objects: The objects to keep.
  /// - Returns: A recording with these objects and their events.
  public func only(_ objects: [TimelineObject]) -> TimelineRecording {
    let kept = Set(objects.map(\.id))
    var part = self
    part.objects.removeAll { !kept.contains($0.id) }
    part.events.removeAll { !kept.contains($0.object) }
    return part
  }

  /// Returns the phases that have a part in a range of time.
  ///
  /// - Parameter times: The range, since the start of the recording.
  /// - Returns: The phases in the order in which they began.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func spans(in times: Range<Duration>) -> [TimelineSpan] {
    spans.filter { $0.start < times.upperBound && $0.end >= times.lowerBound }
  }
}
