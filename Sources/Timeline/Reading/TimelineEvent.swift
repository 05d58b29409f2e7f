/// An event of a recording.
public struct TimelineEvent: Sendable, Hashable {
  /// What an item does from some moment on.
  ///
  /// New versions may add cases.
  public enum Phase: UInt8, Sendable, Hashable, CaseIterable {
    /// It waits for another item, or for an element.
    case waiting
    /// It could begin, and needs only a free place.
    case ready
    /// It runs.
    case running
    /// It is lent.
    case onLoan
    /// It is being created.
    case creating
    /// The view of a screen is being loaded.
    case loading
    /// The view of a screen is loaded, and not visible.
    case loaded
    /// A screen appears or disappears.
    case transition
    /// A screen is visible.
    case visible
    /// The view of a screen was unloaded.
    case unloaded
    /// Memory is being released.
    case releasing
    /// The main actor has not answered.
    case late
  }

  /// How an item or a phase ended.
  ///
  /// New versions may add cases.
  public enum Ending: UInt8, Sendable, Hashable, CaseIterable {
    /// As intended.
    case succeeded
    /// With an error.
    case failed
    /// It was cancelled.
    case cancelled
    /// It was not needed.
    case skipped
    /// Its time was over.
    case timedOut
    /// It was refused, such as by a shutdown.
    case refused
    /// A lease has ended before it was returned.
    case lost
  }

  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The item entered this phase, and left the one that it was in.
    case began(Phase)
    /// The item ended.
    case ended(Ending)
    /// A phase ended that had lasted this long.
    case period(Phase, Duration, Ending)
    /// The item could not begin before the other item with this number had ended.
    case follows(Int)
    /// The counter has this value from now on.
    case count(Int)
    /// Something happened.
    case mark
  }

  /// When it happened, since the start of the recording.
  public var time: Duration
  /// The ``TimelineObject/id`` of the object.
  public var object: TimelineObject.ID
  /// The number of the item that it concerns, or 0 for the object as a whole.
  public var item: Int
  /// The name of the item, the counter, or what happened.
  public var name: String
  /// What happened.
  public var kind: Kind
  /// A small number for the thread that recorded it.
  public var thread: Int
}
