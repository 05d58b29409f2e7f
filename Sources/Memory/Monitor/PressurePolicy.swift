internal import StageFloor

/// How a monitor responds to pressure.
///
/// The values are checked when a monitor is created.
public struct PressurePolicy: Sendable, Hashable {
  /// The pause after a pass during which elevated and high pressure do not start another.
  ///
  /// A worse level starts a pass at once. Not negative.
  public var holdOff: Duration = .seconds(2)

  /// The pause after a pass during which critical pressure does not start another; not negative.
  public var criticalHoldOff: Duration = .milliseconds(200)

  /// The time without reports after which pressure counts as over; more than zero.
  public var calm: Duration = .seconds(10)

  /// How long one responder may take before a pass continues without it; more than zero.
  public var responderBudget: Duration = .seconds(2)

  /// How long responders may occupy the main actor before it can run other work; not negative.
  public var mainSlice: Duration = .milliseconds(4)

  /// The maximum pause between two heap trims, the requests to the heap to return free memory to
  /// the system; not negative, and nil to never trim.
  ///
  /// The pause is shorter if the last trim was cheap: a hundred times its duration, but at least a
  /// tenth of this value. A level worse than at the last trim needs no pause, and at critical
  /// pressure each pass that released something trims. Memory released during the pause is returned
  /// to the system after the next pass that trims.
  public var heapTrimInterval: Duration? = .seconds(10)

  /// Whether the C library is configured to return freed memory to the system from the heaps of all
  /// threads.
  ///
  /// glibc returns the end of a heap only when a block there is freed, and only if more than a
  /// threshold is free: 128 KiB at first, and twice the size of the largest block that was ever
  /// mapped by itself and freed, up to 64 MiB. A heap trim returns the end of the main thread's
  /// heap only. So a pass whose responders free memory that other threads have allocated may return
  /// nothing, which ``ReliefReport/measured`` shows and ``ReliefReport/heapKeepsMemory`` explains.
  ///
  /// If this is true, the first monitor created with it sets the thresholds, once and for the whole
  /// process: free memory beyond 1 MiB is returned (`M_TRIM_THRESHOLD`), blocks of 1 MiB and more
  /// are mapped by themselves (`M_MMAP_THRESHOLD`), and small blocks are merged when they are freed
  /// (`M_MXFAST`). Set it at the start of the program, before there is much to return. It costs
  /// time where large blocks are repeatedly allocated and freed; for figures, see
  /// <doc:what-memory-pressure-costs>. With other C libraries it has no effect.
  ///
  /// The environment variable `GLIBC_TUNABLES` does the same from outside: see
  /// <doc:giving-memory-back>.
  public var returnsFreedMemory = false

  /// The share of the resident memory to release at elevated pressure, if the source reports no
  /// number of bytes; from 0 to 1.
  public var elevatedShare = 0.1

  /// The share of the resident memory to release at high pressure, if the source reports no number
  /// of bytes; from 0 to 1.
  ///
  /// At critical pressure everything except lossy memory is released.
  public var highShare = 0.25

  /// Creates the default policy.
  public init() {}

  func requireValidValues() {
    for (name, pause) in [
      ("holdOff", holdOff), ("criticalHoldOff", criticalHoldOff), ("mainSlice", mainSlice),
      ("heapTrimInterval", heapTrimInterval ?? .zero),
    ] {
      require(pause >= .zero, "PressurePolicy.\(name) is \(pause); it must not be negative.")
    }
    for (name, time) in [("calm", calm), ("responderBudget", responderBudget)] {
      require(time > .zero, "PressurePolicy.\(name) is \(time); it must be more than zero.")
    }
    for (name, share) in [("elevatedShare", elevatedShare), ("highShare", highShare)] {
      require(
        (0...1).contains(share), "PressurePolicy.\(name) is \(share); it must be from 0 to 1.")
    }
  }
}
