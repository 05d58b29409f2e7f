#if SQLite || PostgreSQL || PostgresNIO
/// What a ``PollThread`` does on its thread.
///
/// The value is made on the thread and never leaves it, so that it need not be `Sendable`: it can
/// own a connection that only one thread may use.
package protocol PollThreadWork: SendableMetatype {
  associatedtype Job: Sendable

  mutating func run(_ job: Job)

  /// Appends the descriptors to wait for. Called before each wait.
  func appendWatches(to watches: inout [PollWatch])

  /// When ``deadlinePassed(at:)`` is to be called, in nanoseconds of ``monotonicNanoseconds()``.
  /// Called before each wait.
  func nextDeadline() -> Int64?

  /// A descriptor is ready.
  ///
  /// It may be called for a descriptor that an earlier call in the same turn has closed: read and
  /// write without blocking, and ignore what is not ready.
  mutating func ready(_ descriptor: Int32, _ events: PollEvents)

  mutating func deadlinePassed(at now: Int64)

  /// Answers what is under way, and closes what is open.
  mutating func stop(unrun: [Job])
}

package struct PollWatch: Hashable, Sendable {
  package var descriptor: Int32
  /// What to wait for, besides ``PollEvents/hungUp``, which is always reported.
  package var events: PollEvents

  package init(_ descriptor: Int32, for events: PollEvents) {
    self.descriptor = descriptor
    self.events = events
  }
}

/// What has happened to a descriptor.
package struct PollEvents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = PollEvents(rawValue: 1)
  package static let writable = PollEvents(rawValue: 2)
  /// The other end is closed, or there is an error.
  package static let hungUp = PollEvents(rawValue: 4)
}
#endif
