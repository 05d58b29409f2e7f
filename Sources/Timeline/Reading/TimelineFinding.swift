/// Something about a recording in one sentence, and where it is.
public struct TimelineFinding: Sendable, Hashable, CustomStringConvertible {
  /// What a finding is about.
  ///
  /// New versions may add cases.
  public enum Kind: Sendable, Hashable {
    /// What was recorded, and what was dropped.
    case extent
    /// A long wait.
    case wait
    /// The pool whose elements were on loan for the greatest part of the time.
    case busiestPool
    /// The longest line of a pool.
    case deepestLine
    /// The main actor answered late.
    case lateness
    /// What determined the duration of a run.
    case criticalPath
  }

  /// What it is about.
  public var kind: Kind
  /// The sentence.
  public var description: String
  /// The ``TimelineObject/id`` of the object, if it is about one.
  public var object: TimelineObject.ID?
  /// When it began, since the start of the recording.
  public var start: Duration
  /// When it ended.
  public var end: Duration
}
