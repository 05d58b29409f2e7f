#if SQLite || PostgreSQL
/// What a ``Porter`` does on its thread.
///
/// The value is made on the thread and never leaves it, so that it need not be `Sendable`: it can
/// own a connection that only one thread may use.
package protocol PorterWork: SendableMetatype {
  /// What other threads submit.
  associatedtype Job: Sendable

  /// Does what was submitted.
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

  /// The deadline has passed.
  mutating func deadlinePassed(at now: Int64)

  /// The porter has been stopped: answers what is under way, and closes what is open.
  ///
  /// - Parameter unrun: The jobs that were submitted and not run.
  mutating func stop(unrun: [Job])
}

/// A descriptor that a ``Porter`` waits for.
package struct PorterWatch: Hashable, Sendable {
  /// The descriptor.
  package var descriptor: Int32
  /// What to wait for, besides ``PorterEvents/hungUp``, which is always reported.
  package var events: PorterEvents

  /// Creates a description.
  package init(_ descriptor: Int32, for events: PorterEvents) {
    self.descriptor = descriptor
    self.events = events
  }
}

/// What has happened to a descriptor.
package struct PorterEvents: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is something to read, or the end.
  package static let readable = PorterEvents(rawValue: 1)
  /// Something can be written.
  package static let writable = PorterEvents(rawValue: 2)
  /// The other end is closed, or there is an error.
  package static let hungUp = PorterEvents(rawValue: 4)
}
#endif
