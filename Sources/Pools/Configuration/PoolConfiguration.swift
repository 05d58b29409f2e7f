/// The rules by which a pool reuses, expires and observes its elements.
///
/// Every property has a default, so a configuration states only what differs:
///
/// ```swift
/// var configuration = PoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.idleTimeout = .seconds(60)
/// ```
///
/// The fast path, one atomic operation for a lease and its return, is available as long as the pool
/// need not track each element. Hooks (other than `destroy` and `onFailure`), an observer, timings,
/// a long-hold threshold, expiration, a maximum of uses, detection of nested borrowing,
/// ``PoolConfiguration/ReuseOrder/firstInFirstOut``, and a first loan with a preference or a label
/// use the slow path, which takes the lock and costs some tens of nanoseconds; so do limits on idle
/// elements, where the pool creates them.
public struct PoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  public var name: String?

  /// The order in which idle elements are lent, or nil for the default of the kind of pool.
  ///
  /// The default is last in, first out for an ``ElasticPool``,
  /// ``PoolConfiguration/ReuseOrder/nearest`` for a ``BoundedPool`` that creates its elements, and
  /// first in, first out for a stock.
  public var reuseOrder: ReuseOrder?

  /// The maximum number of idle elements; the longest idle are destroyed first.
  ///
  /// An ``ElasticPool`` uses the `maximumIdle` of its initializer instead.
  public var maximumIdle = Int.max

  /// The number of idle elements that trimming and the idle timeout leave.
  ///
  /// A ``BoundedPool`` that creates its elements also keeps this many idle in advance.
  public var minimumIdle = 0

  /// The time after which an idle element is destroyed.
  public var idleTimeout: Duration?

  /// The age at which an element is destroyed when it is next idle.
  public var maximumLifetime: Duration?

  /// The maximum share of ``maximumLifetime``, from 0 to 1, by which each element's lifetime is
  /// shortened at random, so that elements created together are not destroyed together.
  public var lifetimeJitter = 0.1

  /// The number of loans after which an element is destroyed on return.
  public var maximumUses: Int?

  /// The idle time after which an element is validated before it is lent.
  public var validationWindow: Duration = .milliseconds(500)

  /// The maximum wait of borrowers that specify no timeout, or nil for no limit.
  public var waitTimeout: Duration? = .seconds(30)

  /// Whether a running thread may overtake waiting threads.
  public var overtaking: Overtaking = .briefly

  /// The maximum number of concurrent creations.
  public var concurrentCreations = 16

  /// The delay before the pool retries after a first failed creation.
  ///
  /// The delay doubles with each consecutive failure.
  public var firstRetryDelay: Duration = .milliseconds(50)

  /// The maximum delay between two attempts at a creation that keeps failing.
  public var longestRetryDelay: Duration = .seconds(5)

  /// Whether waits, loans and creations are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/cameBack(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// The treatment of a borrower that would wait for an element while it holds one.
  public var nestedBorrowing: NestedBorrowing = .standard

  /// A closure that receives the events of the pool, outside its locks, on the thread on which they
  /// happen.
  public var observer: (@Sendable (PoolEvent) -> Void)?

  /// The clock for timeouts, ages and delays.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed for random choices: the jitter of lifetimes and delays.
  public var seed: UInt64?

  /// Creates the default configuration.
  public init() {}
}
