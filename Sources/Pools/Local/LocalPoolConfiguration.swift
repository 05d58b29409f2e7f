/// How a ``LocalPool`` reuses and ages its elements.
///
/// ```swift
/// var configuration = LocalPoolConfiguration()
/// configuration.name = "branch maps"
/// configuration.idleTimeout = .seconds(60)
/// ```
///
/// A local pool has no timer: what is too old ends when the pool is next used or trimmed, and is
/// never lent.
public struct LocalPoolConfiguration: Sendable {
  /// A name for snapshots and reports.
  public var name: String?

  /// Which idle element is lent next, without a preference.
  ///
  /// ``ReuseOrder/nearest`` means the same here as ``ReuseOrder/lastInFirstOut``.
  public var reuseOrder: ReuseOrder = .lastInFirstOut

  /// How many elements stay when the pool is trimmed or its idle elements grow old.
  public var minimumIdle = 0

  /// An element that has been idle for this long ends.
  public var idleTimeout: Duration?

  /// An element that has lived for this long ends when it is next at rest.
  public var maximumLifetime: Duration?

  /// An element that has been lent this often ends when it comes back.
  public var maximumUses: Int?

  /// The clock for the ages.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// The standard configuration: last in, first out, and no element grows old.
  public init() {}
}
