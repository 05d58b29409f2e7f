internal import StageFloor

extension TimelineRecording {
  /// Reads what ``Timeline/stream(to:)`` has written, also if the program crashed meanwhile, or the
  /// file was cut.
  ///
  /// A damaged line is skipped. Events that are missing in the order of their object count as
  /// ``dropped``, or the damaged lines, if there are more. Reading never stops the program,
  /// whatever is in the file.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``TimelineFileError`` if the file cannot be read, or is no timeline.
  public init(readingFrom path: String) throws(TimelineFileError) {
    guard let recording = Self(bytes: try StreamFile.contents(of: path)) else {
      throw TimelineFileError(
        code: .isNoTimeline, description: "\(path) does not begin as the file of a timeline.")
    }
    self = recording
  }

  init?(bytes: [UInt8]) {
    guard let contents = StreamFormat.contents(of: bytes) else { return nil }
    let (missing, complete) = Self.gaps(in: contents.records)
    let records = Record.inOrder(contents.records)
    let events = records.map { record in
      TimelineEvent(
        time: .nanoseconds(record.time), object: Int(record.track), item: record.item,
        name: record.name.text, kind: record.kind, thread: Int(record.thread))
    }
    self.init(
      objects: contents.objects, events: events,
      dropped: max(missing, contents.damaged), completeSince: .nanoseconds(complete),
      duration: max(.nanoseconds(contents.end), events.last?.time ?? .zero),
      began: .microseconds(contents.timeOfDay))
  }

  /// How many events are missing in the order of their objects, and since when none is.
  private static func gaps(in records: [Record]) -> (missing: Int, complete: Int64) {
    let inOrder = records.sorted { ($0.track, $0.sequence) < ($1.track, $1.sequence) }
    var missing = 0
    var complete: Int64 = 0
    var next: UInt64 = 0
    var track: UInt32?
    for record in inOrder {
      if record.track != track { next = 0 }
      track = record.track
      if record.sequence > next {
        // Bounded, as a damaged file may say anything.
        missing = min(missing + Int(min(record.sequence - next, 1 << 40)), 1 << 50)
        complete = max(complete, record.time)
      }
      next = record.sequence == .max ? .max : record.sequence + 1
    }
    return (missing, complete)
  }
}
