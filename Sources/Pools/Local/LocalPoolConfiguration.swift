/// The rules by which a ``LocalPool`` reuses and expires its elements.
///
/// ```swift
/// var configuration = LocalPoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.idleTimeout = .seconds(60)
/// ```
///
/// A local pool has no timer: an expired element is destroyed when the pool is next used or
/// trimmed, and is never lent.
public struct LocalPoolConfiguration: Sendable {
  /// The name of the pool in snapshots and reports.
  public var name: String?

  /// The order in which idle elements are lent, without a preference.
  ///
  /// ``PoolConfiguration/ReuseOrder/nearest`` means the same here as
  /// ``PoolConfiguration/ReuseOrder/lastInFirstOut``.
  public var reuseOrder: PoolConfiguration.ReuseOrder = .lastInFirstOut

  /// The number of idle elements that trimming and the idle timeout leave.
  public var minimumIdle = 0

  /// The time after which an idle element is destroyed.
  public var idleTimeout: Duration?

  /// The age at which an element is destroyed when it is next idle.
  public var maximumLifetime: Duration?

  /// The number of loans after which an element is destroyed on return.
  public var maximumUses: Int?

  /// The clock for the ages.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// Creates the default configuration: last in, first out, without expiration.
  public init() {}
}
