/// What one pass over the responders gave back.
public struct ReliefReport: Sendable {
  /// What became of one responder in a pass.
  public enum Outcome: Sendable {
    /// It gave back so many bytes, as it says.
    case released(Int)

    /// It threw this error.
    case failed(any Error)

    /// It did not return in time, and the pass went on without it.
    case overdue

    /// It was overdue in an earlier pass, and has not returned since: it was not asked.
    case stillOverdue

    /// Enough had been given back before its turn came.
    case kept

    /// Its registration ended before its turn came.
    case ended
  }

  /// One responder in a pass.
  public struct Entry: Sendable {
    /// The responder's name.
    public var name: String
    /// What it costs to rebuild.
    public var cost: RebuildCost
    /// How many bytes it estimated it could give back; nil: it did not say, or was not asked.
    public var estimated: Int?
    /// What became of it.
    public var outcome: Outcome
    /// How long it took.
    public var duration: Duration

    /// How many bytes it gave back, as it says.
    public var released: Int {
      if case .released(let bytes) = outcome { bytes } else { 0 }
    }
  }

  /// How short memory was: the worst level during the pass.
  public internal(set) var level: PressureLevel

  /// What made the source speak.
  public internal(set) var cause: PressureCause

  /// How many bytes were to be given back; nil: as many as could be had.
  public internal(set) var target: Int?

  /// All responders that were registered for such a level, in the order in which their turns came.
  public internal(set) var entries: [Entry]

  /// The memory resident before the first responder, in bytes; nil where that cannot be read.
  public internal(set) var residentBefore: Int?

  /// The memory resident at the end, in bytes; nil where that cannot be read.
  public internal(set) var residentAfter: Int?

  /// How long the heap took to give free memory back to the system; nil: it was not asked.
  public internal(set) var heapTrim: Duration?

  /// How long the pass took.
  public internal(set) var duration: Duration

  /// When it began, on the monitor's clock, counted from the monitor's beginning.
  public internal(set) var time: Duration

  /// What those who were asked had estimated, in bytes.
  public var estimated: Int {
    entries.reduce(0) { sum, entry in
      if case .released = entry.outcome {
        sum.addingSaturated(entry.estimated ?? 0)
      } else {
        sum
      }
    }
  }

  /// What they said they gave back, in bytes.
  public var released: Int { entries.reduce(0) { $0.addingSaturated($1.released) } }

  /// By how much the resident memory really shrank, in bytes; negative if it grew meanwhile.
  public var measured: Int? {
    guard let residentBefore, let residentAfter else { return nil }
    return residentBefore - residentAfter
  }
}
