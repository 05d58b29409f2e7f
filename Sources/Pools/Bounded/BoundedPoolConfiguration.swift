/// The rules by which a ``BoundedPool`` creates, reuses and expires its elements.
///
/// Every property has a default, so a configuration states only what differs:
///
/// ```swift
/// var configuration = BoundedPoolConfiguration()
/// configuration.minimumIdle = 1
/// configuration.expiration.idleTimeout = .seconds(60)
/// ```
///
/// A pool that lends a stock has a ``StockPoolConfiguration`` instead.
///
/// Limits on idle elements, an expiration, timings, a long-hold threshold, detection of nested
/// borrowing and ``PoolReuseOrder/firstInFirstOut`` close the pool's fast path; see
/// <doc:what-pools-cost>.
public struct BoundedPoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  public var name: String?

  /// The order in which idle elements are lent.
  public var reuseOrder: PoolReuseOrder = .nearest

  /// The maximum number of idle elements; the longest idle are destroyed first.
  public var maximumIdle = Int.max

  /// The number of idle elements that the pool creates in advance, and that trimming and the idle
  /// timeout leave.
  public var minimumIdle = 0

  /// When elements expire.
  public var expiration = PoolExpiration()

  /// How many elements are created at a time, and when a failed creation is retried.
  public var creation = PoolCreation()

  /// The idle time after which an element is validated before it is lent, if the pool has the hook
  /// `validate`.
  public var validationWindow: Duration = .milliseconds(500)

  /// The maximum wait of borrowers that specify no timeout, or nil for no limit.
  public var waitTimeout: Duration? = .seconds(30)

  /// Whether a running thread may overtake waiting threads.
  ///
  /// Where ``AsyncPoolHooks`` validate or prepare elements, no thread overtakes another: the pool
  /// prepares each element for the longest waiter.
  public var overtaking: PoolOvertaking = .briefly

  /// The treatment of a borrower that would wait for an element while it holds one.
  public var nestedBorrowing: PoolNestedBorrowing = .standard

  /// Whether waits, loans and creations are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/returnedAfterLongHold(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// The clock for timeouts, ages and delays.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed for random choices: the jitter of lifetimes and delays.
  public var seed: UInt64?

  /// Creates the default configuration.
  public init() {}
}
