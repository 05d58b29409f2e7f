internal import StagecraftPools

/// An event as it is stored: without strings that would have to be made.
struct Record: Sendable {
  enum Shape: UInt8 {
    case began, ended, period, follows, count, mark
  }

  enum Name: Sendable {
    case text(String)
    /// Its text is made when it is read.
    case site(PoolLoan.Site)

    static var limit: Int { 256 }

    /// A name of the user's must not make the memory of a timeline unbounded.
    @inline(__always)
    var bounded: Name {
      guard case .text(let text) = self, text.utf8.count > Self.limit else { return self }
      return .text(text.cut(toBytes: Self.limit))
    }

    var text: String {
      switch self {
      case .text(let text): text
      case .site(let site): site.description
      }
    }
  }

  var time: Int64
  /// The duration, the value of a counter, or the other item.
  var number: Int64
  var item: Int
  /// The place in the order of its object.
  var sequence: UInt64
  var name: Name
  var track: UInt32
  var thread: UInt32 = 0
  var shape: Shape
  var phase: TimelineEvent.Phase
  var ending: TimelineEvent.Ending

  var kind: TimelineEvent.Kind {
    switch shape {
    case .began: .began(phase)
    case .ended: .ended(ending)
    case .period: .period(phase, .nanoseconds(number), ending)
    case .follows: .follows(Int(number))
    case .count: .count(Int(number))
    case .mark: .mark
    }
  }
}

extension Record {
  /// Orders records: those of one track by their sequence, those of different tracks by time.
  ///
  /// The clocks of two processors may differ by a microsecond: within a track, a time that is
  /// earlier than the one before it is set to that.
  static func inOrder(_ records: [Record]) -> [Record] {
    var records = records.sorted { ($0.track, $0.sequence) < ($1.track, $1.sequence) }
    for index in records.indices.dropFirst() where records[index].track == records[index - 1].track
    {
      records[index].time = max(records[index].time, records[index - 1].time)
    }
    // Equal times of one track keep their order.
    records.sort { ($0.time, $0.track, $0.sequence) < ($1.time, $1.track, $1.sequence) }
    return records
  }
}

extension String {
  /// Returns the longest beginning of whole characters that has at most this number of bytes.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
