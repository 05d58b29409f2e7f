/// The rules by which a ``BoundedPool`` lends an existing stock.
///
/// A stock cannot be created again, so it has no limits on idle elements and does not expire.
///
/// ```swift
/// var configuration = StockPoolConfiguration()
/// configuration.reuseOrder = .nearest
/// let books = BoundedPool(lending: copies, configuration: configuration)
/// ```
///
/// Timings, a long-hold threshold, detection of nested borrowing and the default order close the
/// pool's fast path; see <doc:what-pools-cost>.
public struct StockPoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  public var name: String?

  /// The order in which idle elements are lent.
  public var reuseOrder: PoolReuseOrder = .firstInFirstOut

  /// The idle time after which an element is validated before it is lent, if the pool has the hook
  /// `validate`.
  public var validationWindow: Duration = .milliseconds(500)

  /// The maximum wait of borrowers that specify no timeout, or nil for no limit.
  public var waitTimeout: Duration? = .seconds(30)

  /// Whether a running thread may overtake waiting threads.
  public var overtaking: PoolOvertaking = .briefly

  /// The treatment of a borrower that would wait for an element while it holds one.
  public var nestedBorrowing: PoolNestedBorrowing = .standard

  /// Whether waits and loans are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/returnedAfterLongHold(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// The clock for timeouts and durations.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// Creates the default configuration.
  public init() {}
}
