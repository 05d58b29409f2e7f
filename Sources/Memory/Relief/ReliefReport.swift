internal import StageFloor

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

  /// How many bytes other monitors of the process gave back during the pass, as their responders say:
  /// all of them share one target.
  public internal(set) var releasedByOthers = 0

  /// The memory resident before the first responder, in bytes; nil where that cannot be read.
  public internal(set) var residentBefore: Int?

  /// The memory resident at the end, in bytes; nil where that cannot be read.
  public internal(set) var residentAfter: Int?

  /// How long the heap took to give free memory back to the system; nil: it was not asked.
  public internal(set) var heapTrim: Duration?

  /// Whether the C library may keep what was freed even when asked to return it.
  ///
  /// So it is with glibc's usual thresholds: at the request of a pass it gives back what is free
  /// between blocks that are in use, and the end of the main thread's heap, but not the ends of the
  /// heaps of other threads. See ``PressurePolicy/returnsFreedMemory``.
  public internal(set) var heapKeepsMemory = false

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
  ///
  /// That may be less than what was ``released``: a responder counts what it freed, and the C library
  /// decides when that goes back to the system. See ``heapKeepsMemory``.
  public var measured: Int? {
    guard let residentBefore, let residentAfter else { return nil }
    return residentBefore - residentAfter
  }
}

extension ReliefReport: CustomStringConvertible {
  /// The report in sentences: what was asked for, what the responders say, and what was measured.
  public var description: String {
    var sentences = ["Pass at \(level) pressure, because \(cause): \(account)."]
    if releasedByOthers > 0 {
      sentences.append("Other monitors gave back \(ByteText(releasedByOthers)) meanwhile.")
    }
    if let measured {
      sentences.append(
        measured >= 0
          ? "Resident memory shrank by \(ByteText(measured))."
          : "Resident memory grew by \(ByteText(-measured)).")
      if heapKeepsMemory, measured < released / 2 {
        sentences.append(
          "The C library may keep what threads other than the main one have freed; "
            + "see PressurePolicy.returnsFreedMemory.")
      }
    }
    let troubled = entries.compactMap(\.trouble)
    if !troubled.isEmpty { sentences.append(troubled.joined(separator: " ")) }
    return sentences.joined(separator: " ")
  }

  /// What the responders say, beside what was to be given back.
  private var account: String {
    let asked = entries.count { entry in
      if case .released = entry.outcome { true } else { false }
    }
    let wanted = target.map { " of \(ByteText($0))" } ?? ""
    return "\(asked) of \(entries.count) responders gave back \(ByteText(released))\(wanted)"
  }
}

extension ReliefReport.Entry: CustomStringConvertible {
  /// The responder, and what became of it.
  public var description: String { "“\(name)” (\(cost)): \(outcome)" }

  /// What a reader of the report should know of this responder; nil if it did as it was asked.
  fileprivate var trouble: String? {
    switch outcome {
    case .failed, .overdue, .stillOverdue: "\(description)."
    case .released, .kept, .ended: nil
    }
  }
}

extension ReliefReport.Outcome: CustomStringConvertible {
  /// What became of the responder, in words.
  public var description: String {
    switch self {
    case .released(let bytes): "gave back \(ByteText(bytes))"
    case .failed(let error): "failed with \(error)"
    case .overdue: "did not return in time"
    case .stillOverdue: "has not returned from an earlier pass"
    case .kept: "was not needed"
    case .ended: "ended before its turn"
    }
  }
}
