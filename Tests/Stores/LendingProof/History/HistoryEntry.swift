#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) package import StagecraftSharedPools

/// Something that a process of a test did or saw, as one line of its history.
package struct HistoryEntry: Hashable, Sendable, Codable {
  /// What happened.
  package enum Event: Hashable, Sendable, Codable {
    /// A request is about to be sent.
    case sent(LendingCall)
    /// A request was answered.
    case answered(LendingCall, LendingAnswer)
    /// A request was not answered; the sentence says why.
    case failed(LendingCall, String)
    /// The process looked, and the resource was its own.
    case holds(resource: String, fence: Fence)
    /// The process looked, and the resource was not its own any more.
    case lost(resource: String, fence: Fence)
    /// The body that used the resource was cancelled because of its lease.
    case cancelled(resource: String, fence: Fence)
    /// The guarded resource accepted a write as its `number`th, or refused it.
    case wrote(resource: String, fence: Fence, number: Int?)
    /// The process did not run, or far less than it should have.
    case stalled
    /// A process was killed: it ran when the entry begins, and believed nothing when it ends.
    case killed(process: String)
    /// Something else was done to a process or to the store.
    case fault(String)
  }

  /// The process, a name of its own for each one that was started.
  package var process: String
  /// When it began, in nanoseconds of a clock that all processes share.
  package var begin: Int64
  /// When it ended.
  package var end: Int64
  /// What happened.
  package var event: Event

  /// Creates an entry.
  package init(process: String, begin: Int64, end: Int64, event: Event) {
    self.process = process
    self.begin = begin
    self.end = end
    self.event = event
  }
}

extension HistoryEntry: CustomStringConvertible {
  /// The entry in one line, with times in seconds.
  package var description: String {
    let text = String(describing: event).replacing("StagecraftSharedPools.", with: "")
    return "\(process) from \(Self.seconds(begin)) to \(Self.seconds(end)): \(text)"
  }

  /// An instant in seconds, to the microsecond.
  static func seconds(_ instant: Int64) -> String {
    let digits = String(instant / 1_000 % 1_000_000)
    return
      "\(instant / 1_000_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits) s"
  }
}
#endif
