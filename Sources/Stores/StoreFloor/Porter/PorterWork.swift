#if SQLite || PostgreSQL
/// What a ``Porter`` does on its thread.
///
/// The value is made on the thread and never leaves it, so that it need not be `Sendable`: it can
/// own a connection that only one thread may use.
package protocol PorterWork: SendableMetatype {
  associatedtype Job: Sendable

  mutating func run(_ job: Job)

  /// Appends the descriptors to wait for. Called before each wait.
  func appendWatches(to watches: inout [PorterWatch])

  /// When ``deadlinePassed(at:)`` is to be called, in nanoseconds of ``monotonicNanoseconds()``.
  /// Called before each wait.
  func nextDeadline() -> Int64?

  /// A descriptor is ready.
  ///
  /// It may be called for a descriptor that an earlier call in the same turn has closed: read and
  /// write without blocking, and ignore what is not ready.
  mutating func ready(_ descriptor: Int32, _ events: PorterEvents)

  mutating func deadlinePassed(at now: Int64)

  /// Answers what is under way, and closes what is open.
  mutating func stop(unrun: [Job])
}

package struct PorterWatch: Hashable, Sendable {
  package var descriptor: Int32
  /// What to wait for, besides ``PorterEvents/hungUp``, which is always reported.
  package var events: PorterEvents

  package init(_ descriptor: Int32, for events: PorterEvents) {
    self.descriptor = descriptor
    self.events = events
  }
}

/// What has happened to a descriptor.
package struct PorterEvents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = PorterEvents(rawValue: 1)
  package static let writable = PorterEvents(rawValue: 2)
  /// The other end is closed, or there is an error.
  package static let hungUp = PorterEvents(rawValue: 4)
}
#endif
