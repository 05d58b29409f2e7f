internal import StageFloor

/// The result of one relief pass.
public struct ReliefReport: Sendable {
  /// The outcome of one responder in a pass.
  public enum Outcome: Sendable {
    /// It released this number of bytes, by its own account.
    case released(Int)

    /// It threw this error.
    case failed(any Error)

    /// It exceeded its budget, and the pass continued without it.
    case overdue

    /// It has not returned since an earlier pass, so it was not asked.
    case stillOverdue

    /// It was not needed: the target was reached before its turn.
    case kept

    /// Its registration ended before its turn came.
    case ended
  }

  /// One responder in a pass.
  public struct Entry: Sendable {
    /// The responder's name.
    public var name: String
    /// The cost of rebuilding what it released.
    public var cost: RebuildCost
    /// The bytes that it estimated it could release; nil if it has no estimate or was not asked.
    public var estimated: Int?
    /// Its outcome.
    public var outcome: Outcome
    /// Its running time.
    public var duration: Duration

    /// The bytes that it released, by its own account.
    public var released: Int {
      if case .released(let bytes) = outcome { bytes } else { 0 }
    }
  }

  /// The worst pressure level during the pass.
  public internal(set) var level: PressureLevel

  /// The reason for the pass.
  public internal(set) var cause: PressureCause

  /// The number of bytes to release; nil for as many as possible.
  public internal(set) var target: Int?

  /// All responders registered for such a level, in the order of their turns.
  public internal(set) var entries: [Entry]

  /// The bytes released for other monitors of the process during the pass, by their responders'
  /// account.
  ///
  /// All monitors share one target.
  public internal(set) var releasedByOthers = 0

  /// The resident memory before the first responder, in bytes; nil where it cannot be read.
  public internal(set) var residentBefore: Int?

  /// The resident memory at the end, in bytes; nil where it cannot be read.
  public internal(set) var residentAfter: Int?

  /// The time taken by the heap to return free memory to the system; nil if it was not requested.
  public internal(set) var heapTrim: Duration?

  /// Whether the C library may keep freed memory even when asked to return it.
  ///
  /// This is the case with glibc's default thresholds: the heap trim of a pass returns free memory
  /// between blocks in use, and the end of the main thread's heap, but not the ends of other
  /// threads' heaps. See ``PressurePolicy/returnsFreedMemory``.
  public internal(set) var heapKeepsMemory = false

  /// The duration of the pass.
  public internal(set) var duration: Duration

  /// The start of the pass on the monitor's clock, counted from the monitor's creation.
  public internal(set) var time: Duration

  /// The sum of the estimates of all responders that released memory, in bytes.
  public var estimated: Int {
    entries.reduce(0) { sum, entry in
      if case .released = entry.outcome {
        sum.addingSaturated(entry.estimated ?? 0)
      } else {
        sum
      }
    }
  }

  /// The sum of the bytes released, by the responders' account.
  public var released: Int { entries.reduce(0) { $0.addingSaturated($1.released) } }

  /// The decrease of the resident memory, in bytes; negative if it grew.
  ///
  /// It may be less than ``released``: a responder counts what it frees, and the C library decides
  /// when that returns to the system. See ``heapKeepsMemory``.
  public var measured: Int? {
    guard let residentBefore, let residentAfter else { return nil }
    return residentBefore - residentAfter
  }
}

extension ReliefReport: CustomStringConvertible {
  /// The report in sentences: the request, what the responders released, and what was measured.
  public var description: String {
    var sentences = ["Pass at \(level) pressure, because \(cause): \(account)."]
    if releasedByOthers > 0 {
      sentences.append("Other monitors released \(ByteText(releasedByOthers)) meanwhile.")
    }
    if let measured {
      sentences.append(
        measured >= 0
          ? "Resident memory shrank by \(ByteText(measured))."
          : "Resident memory grew by \(ByteText(-measured)).")
      if heapKeepsMemory, measured < released / 2 {
        sentences.append(
          "The C library may keep memory freed by threads other than the main thread; "
            + "see PressurePolicy.returnsFreedMemory.")
      }
    }
    let troubled = entries.compactMap(\.trouble)
    if !troubled.isEmpty { sentences.append(troubled.joined(separator: " ")) }
    return sentences.joined(separator: " ")
  }

  private var account: String {
    let asked = entries.count { entry in
      if case .released = entry.outcome { true } else { false }
    }
    let wanted = target.map { " of \(ByteText($0))" } ?? ""
    return "\(asked) of \(entries.count) responders released \(ByteText(released))\(wanted)"
  }
}

extension ReliefReport.Entry: CustomStringConvertible {
  /// The responder and its outcome.
  public var description: String { "“\(name)” (\(cost)): \(outcome)" }

  /// A sentence about a responder that failed or was late; nil for all others.
  fileprivate var trouble: String? {
    switch outcome {
    case .failed, .overdue, .stillOverdue: "\(description)."
    case .released, .kept, .ended: nil
    }
  }
}

extension ReliefReport.Outcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .released(let bytes): "released \(ByteText(bytes))"
    case .failed(let error): "failed with \(error)"
    case .overdue: "did not return in time"
    case .stillOverdue: "has not returned from an earlier pass"
    case .kept: "was not needed"
    case .ended: "was unregistered before its turn"
    }
  }
}
