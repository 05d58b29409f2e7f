/// How a monitor answers to pressure.
public struct PressurePolicy: Sendable, Hashable {
  /// How long elevated and high pressure are not acted on again after a pass.
  ///
  /// Something worse is acted on at once.
  public var holdOff: Duration = .seconds(2)

  /// How long critical pressure is not acted on again after a pass.
  public var criticalHoldOff: Duration = .milliseconds(200)

  /// How long nothing must be reported until the pressure counts as over.
  public var calm: Duration = .seconds(10)

  /// How long one responder may take before a pass goes on without it.
  public var responderBudget: Duration = .seconds(2)

  /// How long responders keep the main actor before it has a turn for others.
  public var mainSlice: Duration = .milliseconds(4)

  /// How much time lies at most between two requests to the heap to give free memory back to the
  /// system; nil: it is never asked.
  ///
  /// Less if the last request was cheap: a hundred times what it took, and a tenth of this at least.
  /// At critical pressure a fifth of it is enough, and what is worse than the last time need not wait
  /// at all. What is given back too early is given to the system after the next pass that is not.
  public var heapTrimInterval: Duration? = .seconds(10)

  /// What share of the resident memory is to be given back at elevated pressure, if the source names
  /// no number of bytes.
  public var elevatedShare = 0.1

  /// What share of the resident memory is to be given back at high pressure, if the source names no
  /// number of bytes.
  ///
  /// At critical pressure everything goes that may.
  public var highShare = 0.25

  /// The usual policy.
  public init() {}
}
