/// The rules by which an ``ElasticPool`` or a ``ThrowingElasticPool`` reuses and expires its
/// elements.
///
/// Every property has a default, so a configuration states only what differs:
///
/// ```swift
/// var configuration = ElasticPoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.expiration.idleTimeout = .seconds(60)
/// ```
///
/// The maximum number of idle elements is a parameter of the pool's initializer.
///
/// An expiration, timings, a long-hold threshold and ``PoolReuseOrder/firstInFirstOut`` close the
/// pool's fast path; see <doc:what-pools-cost>.
public struct ElasticPoolConfiguration: Sendable {
  /// The name of the pool in errors, reports and events.
  public var name: String?

  /// The order in which idle elements are lent.
  public var reuseOrder: PoolReuseOrder = .lastInFirstOut

  /// The number of idle elements that trimming and the idle timeout leave.
  public var minimumIdle = 0

  /// When elements expire.
  public var expiration = PoolExpiration()

  /// The idle time after which an element is validated before it is lent, if the pool has the hook
  /// `validate`.
  public var validationWindow: Duration = .milliseconds(500)

  /// Whether loans and creations are timed, for ``PoolSnapshot/timings``.
  public var recordsTimings = false

  /// The duration after which a loan is reported as ``PoolEvent/heldLong(by:for:)``, and again as
  /// ``PoolEvent/returnedAfterLongHold(from:after:)`` when it ends.
  public var longHoldThreshold: Duration?

  /// The clock for ages and durations.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The seed for random choices: the jitter of lifetimes.
  public var seed: UInt64?

  /// Creates the default configuration.
  public init() {}
}
