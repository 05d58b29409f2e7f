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
  /// What is worse than the last time need not wait, and at critical pressure nothing does: each pass
  /// that gave something back asks. What is given back too early is given to the system after the
  /// next pass that is not.
  public var heapTrimInterval: Duration? = .seconds(10)

  /// Whether the C library is told to give freed memory back to the system, from the heaps of all
  /// threads.
  ///
  /// glibc gives back the end of a heap only while it is freed, and only if more than a threshold is
  /// free there: 128 KiB at first, and twice the size of the largest block that ever was mapped by
  /// itself and freed, up to 64 MiB. At the request of a pass it gives back the end of the main
  /// thread's heap alone. A pass whose responders free what other threads have allocated may so give
  /// nothing back, which ``ReliefReport/measured`` shows and ``ReliefReport/heapKeepsMemory``
  /// explains.
  ///
  /// If this is set, the first monitor of the process that is made with it sets the thresholds, once
  /// and for the whole process: more than 1 MiB is given back (`M_TRIM_THRESHOLD`), blocks of 1 MiB and
  /// more are mapped by themselves (`M_MMAP_THRESHOLD`), and small blocks are joined when they are
  /// freed (`M_MXFAST`). Set it before there is much to give back, at the start of the program. It
  /// costs time where large blocks are taken and given back again and again; the page on costs has
  /// the figures. On other C libraries it changes nothing.
  ///
  /// From outside, the environment variable `GLIBC_TUNABLES` does the same: see
  /// <doc:giving-memory-back>.
  public var returnsFreedMemory = false

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
